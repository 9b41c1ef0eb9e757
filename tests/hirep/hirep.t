#!/usr/bin/env perl
# tests/hirep/hirep.t: programs written in HiRep's names (Programs.pm), and what they print, in one process.
# From the environment: Programs.pm; OPENMP, a flag; LQCD_TEST_DATA; LQCD_TEST_ALL: every program with every option.
use FindBin;
use lib $FindBin::Bin;
use Programs;
my $all = $ENV{LQCD_TEST_ALL} || %only;

prints('even_half', [4, 4, 4, 2], qr/^sites 64 norm 64$/m);
my $said = prints('pieces', [2, 4, 2, 2],
	qr/^Operating on piece: 0\nstart 0 length 16\nOperating on piece: 1\nstart 16 length 16$/m);
my @seen = sort $said =~ /^Operating on piece (\d at index \d+)$/mg;
my @all = sort map { ($_ < 16 ? 0 : 1) . " at index $_" } 0 .. 31;
is_deeply(\@seen, \@all, 'pieces: every index once, in its piece') if !%only || $only{pieces};
prints('component', [4, 4, 4, 4], qr/^same 1 finite 1 product 1 gaussian 1$/m);
prints('neighbours', [6, 4, 2, 6], qr/^wrong 0 parity 0 blocks 0 to 7 and 144 to 151$/m);
if ($all) {
	prints('odd_half', [4, 4, 2, 4], qr/^full 0 even 0 odd 64 norm 256 of the odd sites 0 of the even ones$/m);
	prints('master_for', [4, 2, 2, 4],
		qr/^full: 0 to 63, norm 64\neven: 0 to 31, norm 32\nodd: 32 to 63, norm 32\nwrong 0$/m);
	prints('units', [4, 4, 4, 4], qr/^same 1 changed 1 volume 256$/m, 'units_other');
	prints('dphi', [8, 4, 4, 4], qr/^\[MAIN\]\[0\]Dphi_ \d\S* GFLOP\/s, in cg_mshift \d\S* GFLOP\/s with algebra$/m);
}
for (programs($all ? 'all|every' : 'every')) {
	my (undef, $name, $argument, $extents, $flags) = @$_;
	$extents = [8, 8, 8, 8] if $name eq 'links' && $flags eq '' && $ENV{LQCD_TEST_DATA};
	checks($name, $flags, $extents, $argument);
}
SKIP: {
	skip 'no C++ compiler', 1 if $cxx eq '';
	checks('members', '', [4, 2, 4, 6]);
}
# A serial build does not care about the numbers of processes.
@grid = (2, 2, 1, 1);
checks('input', '', [4, 4, 2, 6], $dir);
# Numbers of an action
for (['12', '5.7', qr/^steps 12$/m], ['4.7', '5.7', qr/not an integer of 32 bits: 4\.7/], ['9999999999', '5.7', qr/not an integer of 32 bits: 9{10}$/m],
	['1', '1e999', qr/not a number: 1e999/], ['1', 'x' x 64, qr/longer than 63 characters: x/]) {
	last if %only && !$only{input};
	my ($steps, $beta, $expected) = @$_;
	my $of = spew("$dir/action", "integrator {\nlevel = 0\ntype = o2mn\nsteps = $steps\n}\nmonomial {\nlevel = 0\ntype = gauge\nbeta = $beta\n}\n");
	my (undef, $text) = run('input', '', input(4, 4, 2, 6) . " action $of");
	ok($text =~ $expected, "an action with steps = $steps, beta = " . substr $beta, 0, 9) or diag($text);
}
@grid = (1, 1, 1, 1);
# A state of random numbers continues in another program.
if (!%only || $only{tools}) {
	my (undef, $before) = run('tools', '', input(4, 2, 2, 2) . " $dir/tools");
	my $file = input(4, 2, 2, 2);
	spew($file, slurp($file), "rlx_start = continue\nrlx_state = $dir/tools\n");
	my (undef, $after) = run('tools', '', "$file $dir/tools");
	my ($next, $continued) = ($before =~ /^# next number: (\S+)/m, $after =~ /^# continued: (\S+)/m);
	ok(defined $next && defined $continued && $next eq $continued, 'rlx_start = continue') or diag($before, $after);
}
if (%only) {
	done_testing();
	exit;
}
# The file that the program links wrote last, whole and cut; tests/io has other damage.
my $file = slurp("$dir/links");
for ([qr/^\[IO\].* read: average plaquette/m, 0, $file], [qr/ends at byte \d+; .* announces/, 1, substr $file, 0, -1]) {
	my ($says, $status, $bytes) = @$_;
	# The program of before writes four numbers to a link.
	my ($ended, $text) = run('links', '-DNG=2', input(4, 2, 6, 4) . ' read ' . spew("$dir/changed", $bytes));
	ok($ended >> 8 == $status && $text =~ $says, "a file of links: $says") or diag("status $ended: $text");
}
SKIP: {
	skip 'a file in NERSC format: no LQCD_TEST_ALL, or LQCD_TEST_DATA', 1 unless $all && $ENV{LQCD_TEST_DATA};
	my ($ended, $text) = run('links', '', input(4, 8, 8, 8) . " read $ENV{LQCD_TEST_DATA}/nersc.l8t4b3360");
	ok($ended == 0 && $text =~ /average plaquette 5\.038664469\d*e-01/, 'a file in NERSC format') or diag($text);
}

# c_F in the input
for (['-DWITH_CLOVER -DBC_T_OPEN -DNG=2', qr/^# c_F of the input: 1\.25$/m, 0],
	$all ? ['-DWITH_CLOVER -DNG=2', qr/SF_cF: with a clover term and/, 1] : ()) {
	my ($flags, $expected, $wrong) = @$_;
	my $file = input(6, 2, 2, 2);
	spew($file, slurp($file) . "SF_cF = 1.25\n");
	my ($status, $text) = run('clover_fields', $flags, $file);
	ok($status >> 8 == $wrong && $text =~ $expected, "SF_cF = 1.25 $flags") or diag("status $status: $text");
}

# The short example
my $said_of = `$cc -std=c11 $plain $arch $warn -I. -Ilqcd/compat/hirep examples/short/hirep.c -o $dir/short -lm 2>&1`;
$said_of .= `$dir/short -i $dir/input-4x4x4x4 2>&1`;
ok($? == 0 && $said_of =~ /plaquette \S+, \|D s\|\^2 = \d/, 'examples/short/hirep.c') or diag($said_of);

# Errors are reported.
for (['GLB_T = 3', qr/extent T = 3/], ['GLB_X = four', qr/GLB_X = four/], ['GLB_Y =', qr/GLB_Y =/],
	['N_REP = 2', qr/no replicas/], ['rlx_seed = 99999999999', qr/rlx_seed = 99999999999: an integer/],
	['rlx_seed = 4.7', qr/rlx_seed = 4.7: an integer/], ['GLB_X = 1e1', qr/GLB_X = 1e1: an integer/], ['SF_cF = 1.5d0', qr/SF_cF = 1.5d0: a number/],
	['SF_cF = 1e999', qr/SF_cF = 1e999: a number/], ['log:MINE = 2.5', qr/log:CHANNEL = level/],
	['rlx_state = ' . 'x' x 256, qr/rlx_state = x+: a word within the width/], ["rlx_start = continue\nrlx_state = nowhere", qr/cannot read or write nowhere/]) {
	my ($line, $expected) = @$_;
	my $file = input(4, 4, 4, 4);
	spew($file, slurp($file), "$line\n");
	my ($status, $text) = run('even_half', '', $file);
	ok($status >> 8 == 1 && $text =~ $expected, "$line ends the program") or diag("status $status: $text");
}
my ($status, $text) = run('even_half', '', "$dir/nowhere");
ok($status >> 8 == 1 && $text =~ /nowhere/, 'an input file that is not there ends the program, and is named')
	or diag($text);

(undef, $text) = run('even_half', '', 'x' x 481);
ok($text =~ /-i, -o: a name of more than 480/, 'a name that is too long is not cut') or diag($text);

# Options that change what a program computes are supported or refused, never ignored.
my @refused = (qw(GAUGE_SPN WITH_QUATERNIONS BC_T_MIXED BC_T_SF_ROTATED ROTATED_SF HALFBG_SF SCHRODINGER_FUNCTIONAL
	GAUGE_SPATIAL_TWIST PURE_GAUGE_ANISOTROPY WITH_SMEARING), 'BC_T_OPEN -DBC_T_SF', 'BC_T_OPEN -DBC_T_ANTIPERIODIC',
	'BC_T_SF -DBC_Y_ANTIPERIODIC', 'WITH_CLOVER -DWITH_EXPCLOVER', 'BC_Z_THETA -DBC_Z_ANTIPERIODIC',
	'REPR_ADJOINT -DBC_X_THETA', 'REPR_ADJOINT -DREPR_SYMMETRIC', 'REPR_SYMMETRIC -DNF=3');
for my $options ($all ? @refused : @refused[0, 10, -1]) { # one word, two words, a value
	my $said = `$cc -std=c11 -fsyntax-only -D$options -I. -Ilqcd/compat/hirep tests/hirep/even_half.c 2>&1`;
	ok($? && $said =~ /#error.*lqcd\/compat\/hirep.h: /, "$options is refused") or diag(substr $said, 0, 500);
}

# Functions that are not there end the compilation with a sentence.
spew("$dir/missing.c", "#include \"libhr.h\"\nint main(void)\n{\n\tdouble m = 0;\n\tmeasure_formfactors_ext(&m, 1);\n\treturn 0;\n}\n");
my $without = `$cc -std=c11 -c -I. -Ilqcd/compat/hirep $dir/missing.c -o $dir/missing.o 2>&1`;
ok($? && $without =~ /lqcd\/compat\/hirep.h: measure_formfactors_ext: HiRep declares it/, 'a function that is missing: a sentence') or diag(substr $without, 0, 500);

# -o: appended to FILE by older programs, to FILE_0 by those of libhr.h
for (['even_half', 'out'], ['eras', 'out_0']) {
	my ($name, $file) = @$_;
	spew("$dir/$file", "before\n");
	my ($status, $said) = run($name, '', input(4, 4, 2, 4) . " -o $dir/out");
	my $out = slurp("$dir/$file");
	ok($status == 0 && $out =~ /^before\n\[SYSTEM\]/ && $said !~ /SYSTEM/, "$name -o out writes $file")
		or diag("status $status: $said\n$out");
}

done_testing();
