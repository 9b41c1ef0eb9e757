#!/usr/bin/env perl
# lqcd/package/page.pl: `page.pl PAGE NAME=FILE ..` prints PAGE with each @NAME@ replaced by that file, one of *.wasm in base64.
use v5.36;
use FindBin;
use lib $FindBin::Bin;
use MIME::Base64;
use Text;

my ($page, %file) = (shift // die("usage: page.pl PAGE NAME=FILE ..\n"), map { split /=/, $_, 2 } @ARGV);
my %is = map { $_ => $file{$_} =~ /\.wasm$/ ? encode_base64(Text::slurp($file{$_}), '') : Text::slurp($file{$_}) } keys %file;
print Text::slurp($page) =~ s/\@([A-Z]+)\@/$is{$1} \/\/ die "page.pl: nothing for \@$1\@\n"/ger;
