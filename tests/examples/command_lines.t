#!/usr/bin/env perl
# tests/examples/command_lines.t: what every example says about its command line: --help, --version, options that are unknown
# or lack a value (LQCD_TEST_ALL: each of them); then a table of wrong arguments: status 2, or 1 where the row begins with it,
# and why, before anything is computed.
use v5.36;
use FindBin;
use Test::More;
require "$FindBin::Bin/run.pl";
our $dir;
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
for (split /\n/, <<'END') {
flow:
	=> FILE: a gauge configuration is needed; see --help
	--bin 2 U U => less than two bins
	--device gpu U => --device gpu: there is none for a program
	1 DIR/missing => missing: cannot open
geometry:
	=> four extents
	8 8 x 8 => ^geometry: Y x: 
	--lattice 8,8,8,7 => extent Z = 7
	8 8 8 8 --grid 3,1,1,1 => process grid T = 3
	8 8 8 8 --grid 2,1,1 => --grid 2,1,1: not four
	8 8 8 8 --rank 1,0,0,0 => coordinate T = 1: not in 0 to 0
	8 8 8 8 --lanes 3 => --lanes 3: 
	4 4 4 4 --lanes 64 => --lanes 64: no lane grid
	8 8 8 8 --processes 7 => --processes 7: no grid
	8 8 8 8 --plane TT => two of TXYZ
	256 2 2 2 --plane TX --svg DIR/large.svg => 256 x 2 blocks
glueplots:
	--at 5 => not below --tmax
	--bin 6 => less than two bins
	--beta 5 U => --beta: only without FILE
	--device gpu U => --device gpu: there is none for a program
heatbath:
	--after 2 => needs --save
	--after 9 --configs 9 --save DIR/u => not below
	u => u: unknown argument
	--device gpu => --device gpu: there is none for a program
hmc:
	--exponential => no clover term
	--domain-wall 4,1.5,0.1,1 => not LS,M5,MASS
	--domain-wall 4.5,1.5,0.1 => LS from 1 to 64
	--domain-wall 4,5,0.1 => M5 < 4
	--domain-wall 4,-1.8,0.1 => 0 < M5
	--domain-wall 4,1.5,0.1,1,2 => \|C5\| <= B5
	--cF 1,2 => --boundary: needed by
	--boundary x => not open, sf or open-sf
	--lattice 6,4,4,4 --boundary open,4 --save DIR/w --trajectories 1 => no file has an open end before
	--lattice 6,4,4,4 --boundary sf --save DIR/w --trajectories 1 => boundary values at even times
	1 --start DIR/missing => missing: cannot open
	1 --lattice 4,4,4,4 --checkpoint U => not a checkpoint
	1 --lattice 4,4,4,4 --checkpoint DIR => DIR: exists and is not a regular file
	1 --lattice 4,4,4,4 --checkpoint DIR/circle => circle: 
	1 --lattice 4,4,4,4 --strange-kappa 0.115 --high 100 --trajectories 1 => trajectory 1: M\^\+ M has eigenvalues from .* beyond --low .* --high 100
	1 --lattice 4,4,4,4 --strange-kappa 0.115 --low 1e-12 => takes more than \d+ poles
ks_hmc:
	--quark 0:2 => masses M from 1e-6
	--quark 0.1:0 => flavours N, not 0
	--quark 0.1:3,0.2:-7.5 => not between -4 and 4
	--quark 0.1:2@nan => EPS from -1 to 1
	--quark 0.1:2@0.1 --quarks asqtad => only for --quarks hisq
	--quark 1:1 --quark 1:1 --quark 1:1 --quark 1:1 --quark 1:1 --quark 1:1 --quark 1:1 --quark 1:1 --quark 1:1 => at most 8 pseudofermions
	--quark 1:.1,1:.1,1:.1,1:.1,1:.1,1:.1,1:.1,1:.1,1:.1,1:.1,1:.1 => at most 10 masses
	1 --lattice 5,4,4,4 => extent T = 5: must be even
	1 --lattice 4,4,4,4 --quark 1e-6:2 --error 1e-11 => not more than \d+ poles
	1 --lattice 4,4,4,4 --quark 0.2:2 --high 5 => trajectory 1: -D\^2 has eigenvalues up to \S+, above --high 5
ks_spectrum:
	--mass 1,1,1,1,1,1,1,1,1 => not 1 to 8
	--mass nan => not 1 to 8 numbers
	--eps 0.1 --quarks naive => only for --quarks hisq
	--eps 0.1,0.2 => neither one number nor one for each mass
	--eps 2 => not from -1 to 1
	--source 4,0,0,0 U => --source: not inside the lattice
	--wall 4 U => --wall: not inside
	--bin 2 --configs 3 => less than two bins
	1 --lattice 8,4,4,3 --configs 1 => extent Z = 3: must be even
lqcd_convert:
	DIR => all three
	U DIR/x --format NERSC --precision 48 => 32 or 64
lqcd_info:
	=> FILE: at least one file is needed; see --help
pion:
	--config U --kappa x => --kappa x: not a number from 1e-06 to 1e\+06
	--config U --kappa 0.1x => from 1e-06
	--config U --kappa nan => from 1e-06
	--config U --kappa 1e99 => to 1e\+06
	--config U --kappa=0.1 1 => --kappa=0.1: unknown option.*--help
	--config U --threads 2.5 => integer
	--config U --max-iterations 4294967297 => from 1 to
	--config U --bc '' => periodic antiperiodic
	--config U --device gpu => --device gpu: there is none for a program
	--config U --source 0,0,0,0x => T,X,Y,Z
	--config U --source '0 0 0 0' => T,X,Y,Z
	--config U --source 4294967296,0,0,0 => T,X,Y,Z
	--config U --source 4,0,0,0 => direction T .*0 to 3
	--config U --fit 1,2 => --fit 1,2: not from 0 to T/2 - 1 = 1
	--config U --fit 2,1 => --fit 2,1: not two times
	--config U --beta 6.0 => only without FILE
	--config U --save DIR/x => --save.*is not saved
	1 --config DIR/missing => missing.*No such file
plaquette:
	=> FILE: .* needed; see --help
	U U => see --help
	1 DIR/changed => changed: CHECKSUM
	1 DIR/cut => DIR/cut: 
	1 DIR/text => text: \w
scaling:
	--lattice 8,8,8,7 => ^scaling: Z 7: must be even
	8 8 8 8 --ranks 7 => --ranks 7: no grid
	8 8 8 8 --ranks 0 => --ranks 0: not from 1
	8 8 8 8 --lanes 3 => --lanes 3: not a power
	8 8 8 8 --gflops 1,x => --gflops x: not a number
	1048576 8 8 8 --weak --grid 65536,1,1,1 --gflops 1 => longer than 2\^31
	8 8 8 8 --gflops 1 65GRIDS => more than 64 rows
spectrum:
	--device gpu => --device gpu: there is none for a program
	--bin 2 --configs 3 => less than two bins
END
	if (/^(\w+):$/) { $program = $1; next }
	my ($status, $arguments, $says) = /^\t(?:(1) )?(.*?) ?=> (.*)$/ or die "not a row: $_";
	for ($arguments, $says) { s/\bU\b/$u/g; s/\bDIR\b/$dir/g }
	$arguments =~ s/65GRIDS/'--grid 1,1,1,1 ' x 65/e;
	refused($status // 2, "$program $arguments", qr/$says/);
}
is(join(' ', sort map { m{([^/]+)$} } glob "$dir/*"), 'changed circle cut links.0001 nersc stderr stdout text', 'no file is left');
done_testing();
