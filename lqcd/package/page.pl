#!/usr/bin/env perl
# lqcd/package/page.pl: `page.pl PAGE NAME=FILE ..` prints PAGE with each @NAME@ replaced by that file, one of *.wasm in base64.
use v5.36;
use MIME::Base64;

sub text ($file) {
	open my $in, '<:raw', $file or die "page.pl: $file: $!\n";
	local $/;
	return scalar <$in>;
}

my ($page, %file) = (shift // die("usage: page.pl PAGE NAME=FILE ..\n"), map { split /=/, $_, 2 } @ARGV);
my %is = map { $_ => $file{$_} =~ /\.wasm$/ ? encode_base64(text($file{$_}), '') : text($file{$_}) } keys %file;
print text($page) =~ s/\@([A-Z]+)\@/$is{$1} \/\/ die "page.pl: nothing for \@$1\@\n"/ger;
