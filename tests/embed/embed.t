#!/usr/bin/env perl
# tests/embed/embed.t: a host code with arrays and conventions of its own takes dslash and a solver from lqcd, in less than 60
# lines (milc.c; the host is milc_host.h), and finds what its own loops do. By CC, gcc and clang, with the tree and with
# the single header, with the optimiser and without. Another order of sites, basis or sign is noticed.
# From the environment: CC, CFLAGS (for -m flags), WARN.
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $arch = join ' ', grep { /^-m/ } split ' ', defined $ENV{CFLAGS} ? $ENV{CFLAGS} : '-march=native';
my $warn = ($ENV{WARN} || '-Wall -Wextra -pedantic -Wshadow -Wconversion -Wundef -Wcast-align') . ' -Wstrict-aliasing -Werror';
my $dir = tempdir(CLEANUP => 1);

sub slurp { my ($file) = @_; local $/; open my $in, '<', $file or die "$file: $!"; return scalar <$in> }

# What a text of milc.c prints: two numbers, or what the compiler says.
sub numbers {
	my ($compiler, $text) = @_;
	open my $out, '>', "$dir/milc.c" or die "$dir/milc.c: $!";
	print $out $text;
	close $out or die "$dir/milc.c: $!";
	my $said = `$compiler -std=c11 $arch $warn -Itests/embed $dir/milc.c -o $dir/milc -lm 2>&1 && $dir/milc 2>&1`;
	return $said =~ /^(\d\S*) (\d\S*)$/m ? ($1, $2) : (9, $said);
}

my $text = slurp('tests/embed/milc.c');
my $lines = () = $text =~ /\n/g;
ok($lines < 60, "milc.c has $lines lines");
system("env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s build/lqcd_single.h && cp build/lqcd_single.h $dir/lqcd.h") == 0 or die 'no single header';
for my $compiler ($cc, grep { $_ ne $cc && !system "command -v $_ >/dev/null 2>&1" } 'gcc', 'clang') {
	for my $flags ('-O2 -I.', '-O0 -I.', $compiler eq $cc ? "-O3 -I$dir" : ()) {
		my @found = numbers("$compiler $flags", $text);
		ok($found[0] < 1e-13 && $found[1] < 2e-10, "$compiler $flags: dslash and solution are the host's") or diag("@found");
	}
}
for (['3 - s', 's', 'spins'], ['(n + 1) % 4', 'n % 4', 'directions'], ['s % 2 ? factor : -factor', 's / 2 ? factor : -factor', 'signs'],
	['0.5 / kappa, 0', '1 / kappa, 0', 'normalisation', 1]) {
	my ($old, $new, $name, $solution) = @$_;
	(my $wrong = $text) =~ s/\Q$old\E/$new/ or die "no $old in milc.c";
	my @found = numbers("$cc -O1 -I.", $wrong);
	ok($found[1] =~ /^[\d.e+-]+$/ && $found[$solution ? 1 : 0] > 1e-3, "other $name are noticed") or diag("@found");
}
done_testing();
