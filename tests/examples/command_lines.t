#!/usr/bin/env perl
# tests/examples/command_lines.t: what every example says about its command line: --help, --version, options that are unknown
# or lack a value (LQCD_TEST_ALL: each of them); then the wrong arguments of command_lines.txt, before anything is computed.
use FindBin;
use lib $FindBin::Bin;
use Examples;
my $u = small_links();
my @programs = sort map { m{([^/]+)\.c$} } glob 'examples/*.c';

for my $name (@programs) {
	my $help = works("$name --help --no-such-option"); # help wins over what stands after it
	ok($help =~ /^usage: $name\b/ && $help =~ /--version/, "$name --help: the usage") or diag($help);
	is(works("$name -h"), $help, 'the same');
	like(works("$name --version"), qr/^$name, lqcd \d+\.\d+\.\d+\n\z/, 'the version');
	# Also before a value or another option, which is not what is wrong.
	refused(2, "$name --no-such-option$_", qr/^$name: --no-such-option: unknown option; see --help\n\z/, 1) for '', ' 7';
	# Options that the source knows are in the text; all that take a value say so when it is missing.
	my %known = map { $_ => 1 } map { slurp($_) =~ /strcmp\(\w+, "(--[a-z-]+)"\)/g } "examples/$name.c", "examples/$name.inc";
	is(join(' ', grep { $help !~ /\Q$_\E\b/ } sort keys %known), '', "$name --help: every option");
	my @valued = map { /(--[\w-]+) (?=\S)/g } $help =~ /^  (--.*?)(?:  |$)/mg;
	ok("@valued" =~ /--out/ || $name eq 'ktimer', "$name: options with values, @valued");
	@valued = grep { /--out/ } @valued if !$ENV{LQCD_TEST_ALL}; # one function answers for all
	refused(2, "$name $_", qr/^$name: $_: its value is missing/, 1) for @valued;
	next if $name =~ /^(?:ktimer|own_operator|plaquette|flow)$/;
	ok($help =~ /--lattice T,X,Y,Z/, "$name: --lattice T,X,Y,Z");
	refused(2, "$name --lattice 8,8,8", qr/^$name: --lattice 8,8,8: not four integers T,X,Y,Z from 1 on\n\z/, 1);
}

# U: a file of 4^4 links; DIR: a folder. The last bit of the last number is changed: the links stay in SU(3).
works("lqcd_convert $u $dir/nersc --format NERSC --quiet");
spew("$dir/changed", slurp("$dir/nersc") =~ s/(.)\z/$1 ^. "\x01"/ser);
spew("$dir/cut", substr slurp("$dir/nersc"), 0, -1);
spew("$dir/text", "This is no configuration.\n");
symlink 'circle', "$dir/circle";
my $program = '';
for (grep { !/^#/ } split /\n/, slurp('tests/examples/command_lines.txt')) {
	if (/^(\w+):$/) { $program = $1; next }
	my ($status, $arguments, $says) = /^\t(?:(1) )?(.*?) ?=> (.*)$/ or die "not a row: $_";
	for ($arguments, $says) { s/\bU\b/$u/g; s/\bDIR\b/$dir/g }
	$arguments =~ s/65GRIDS/'--grid 1,1,1,1 ' x 65/e;
	refused($status // 2, "$program $arguments", qr/$says/);
}
is(join(' ', sort map { m{([^/]+)$} } glob "$dir/*"), 'changed circle cut links.0001 nersc stderr stdout text', 'no file is left');
done_testing();
