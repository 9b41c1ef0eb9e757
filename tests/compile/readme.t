#!/usr/bin/env perl
# tests/compile/readme.t: the first C program of README.md compiles as pasted, without a warning, and runs.
# From the environment: CC, CFLAGS, OPENMP, WARN.
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $root = getcwd();
my $cc = $ENV{CC} || 'cc';
my $flags = $ENV{CFLAGS} || '-O2 -std=c11 -march=native';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Werror';
my $openmp = $ENV{OPENMP} || '';
my $dir = tempdir(CLEANUP => 1);

SKIP: {
	skip 'README.md is not there', 1 unless -e 'README.md';
	open my $in, '<', 'README.md' or die "README.md: $!";
	my $readme = do { local $/; <$in> };
	my ($program) = grep { /\bint\s+main\b/ } $readme =~ /^```c\n(.*?)^```/msg;
	ok(defined $program, 'README.md shows a C program') or last SKIP;

	open my $out, '>', "$dir/readme.c" or die "readme.c: $!";
	print $out $program;
	close $out or die "readme.c: $!";
	my $said = `$cc $flags $openmp $warn -I. $dir/readme.c -o $dir/readme -lm 2>&1`;
	my $good = $? == 0;
	ok($good, 'it compiles without a warning') or diag($said);
	skip 'it did not compile', 1 unless $good;

	# In a folder of its own: it may write files.
	$said = `cd $dir && ./readme 2>&1`;
	my $status = $?;
	ok($status == 0 && length $said, 'it runs, says something and exits with 0') or diag("status $status: $said");
	chdir $root or die "chdir: $!";
}

done_testing();
