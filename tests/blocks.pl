# tests/blocks.pl: for scripts that take programs out of texts, compile and run them; they require it.
#
#   slurp($file), write_file($file, $text)
#   blocks($text, $language)              the contents of the ```LANGUAGE blocks of a Markdown text
#   runs($dir, $command, $name)           a shell command in $dir, one check: that it exits with 0; what it said, or undef
use strict;
use warnings;
use Test::More;

sub slurp {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!";
	local $/;
	return scalar <$in>;
}

sub write_file {
	my ($file, $text) = @_;
	open my $out, '>', $file or die "$file: $!";
	print $out $text;
	close $out or die "$file: $!";
}

sub blocks {
	my ($text, $language) = @_;
	return $text =~ /^```\Q$language\E\n(.*?)^```/msg;
}

sub runs {
	my ($dir, $command, $name) = @_;
	my $said = `cd $dir && { $command\n} 2>&1`;
	my $status = $?;
	ok($status == 0, $name) or diag("status $status: $command\n$said");
	return $status == 0 ? $said : undef;
}

1;
