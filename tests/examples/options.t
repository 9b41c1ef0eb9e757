#!/usr/bin/env perl
# tests/examples/options.t: what holds for the command line of every example: --help and -h, --version, and messages that
# begin with the program's name: one for an unknown option, another for an option whose value is missing. Extents are
# --lattice T,X,Y,Z wherever there are some.
use strict;
use warnings;
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my @programs = sort map { m{([^/]+)\.c$} } glob 'examples/*.c';

sub said {
	my ($command) = @_;
	my $out = `$command 2>&1`;
	return ($? >> 8, $out);
}

for my $name (@programs) {
	my $program = "build/examples/$name";
	my ($status, $help) = said("$program --help");
	ok($status == 0 && $help =~ /^usage: $name\b/ && $help =~ /--version/, "$name --help") or diag($help);
	is_deeply([said("$program -h")], [0, $help], "$name -h is the same");
	($status, my $out) = said("$program --version");
	ok($status == 0 && $out =~ /^$name, lqcd \d+\.\d+\.\d+\n\z/, "$name --version") or diag($out);
	($status, $out) = said("$program --no-such-option");
	ok($status == 2 && $out =~ /^$name: --no-such-option: unknown/, "$name: an unknown option") or diag($out);
	# Also before a value or another option, which is not what is wrong.
	is_deeply([said("$program --no-such-option 7")], [2, "$name: --no-such-option: unknown option; see --help\n"], "$name: a value does not change that");
	SKIP: {
		skip "$name has no options with values", 1 if $name eq 'ktimer';
		($status, $out) = said("$program --out");
		ok($status == 2 && $out =~ /^$name: --out: its value is missing/, "$name: a value is missing") or diag($out);
	}
}
for my $name ('flow', 'plaquette', 'lqcd_info') {
	my ($status, $out) = said("build/examples/$name");
	ok($status == 2 && $out =~ /^$name: FILE: .* needed; see --help\n\z/, "$name: a file is needed") or diag($out);
}
for my $name (grep { !/^(?:ktimer|own_operator|plaquette|flow)$/ } @programs) {
	my ($status, $out) = said("build/examples/$name --lattice 8,8,8");
	ok($status == 2 && $out eq "$name: --lattice 8,8,8: not four integers T,X,Y,Z from 1 on\n" && (said("build/examples/$name --help"))[1] =~ /--lattice T,X,Y,Z/,
		"$name --lattice") or diag($out);
}
done_testing();
