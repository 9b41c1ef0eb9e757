#!/usr/bin/env perl
# tests/compile/tags.t: arguments of different tags are one short error at the call: in C++ with every compiler, in C where the
# argument selects the function, elsewhere by the compiler's own check of pointers, which LQCD_POINTER_ERRORS=0 leaves to the
# flags. The same of a text to paste. From the environment: ../support/Support.pm. The gate has the standards C11 and C++17.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my @call = (
	'one tag' => 'lqcd_wilson_apply(b, D, b, 0)',
	'an operator and its output' => 'lqcd_wilson_apply(x, D, b, 0)',
	'a solve' => 'lqcd_dirac_solve(x, d, b, LQCD_CG, p)',
	'a number from two fields' => 'if (lqcd_spinor_field_dot(x, b).re > 0) return',
	'a status' => 'lqcd_status s = lqcd_hmc_trajectory(h, u); (void)s',
	'a flow and links' => 'if (lqcd_flow_step(flow, v, 0.1)) return',
	'two fields' => 'lqcd_spinor_field_copy(x, b)',
	'two fields of one tag' => 'lqcd_spinor_field_copy(x, x)',
);
my $types = 'const lqcd_gauge_field_d *u, lqcd_wilson_d *D, lqcd_dirac_d *d, lqcd_spinor_field_d *b, lqcd_spinor_field_f *x, lqcd_hmc_f *h, '
	. 'lqcd_solve_params *p, lqcd_flow_vd *flow, lqcd_gauge_field_f *v';

# Some calls, each on a line of its own: those of one tag are no error, the others one that says it, or whose line does.
sub check ($label, $compiler, $says, $include, $types, @call) {
	my ($n, $text, %name) = (2, "$include\nvoid unit($types); void unit($types) {\n");
	while (my ($name, $call) = splice @call, 0, 2) {
		$text .= "$call;\n";
		$name{ ++$n } = $name;
	}
	spew("$dir/unit.c", $text, "}\n");
	my @said = split /\n/, `$compiler -I$dir -I. -fsyntax-only $dir/unit.c 2>&1`;
	for my $line (sort keys %name) {
		my @errors = grep { /unit\.c:$line:.*error: / } @said;
		if ($name{$line} =~ /one tag/) { is("@errors", '', "$label: $name{$line} is right") }
		else { like($errors[0], $says, "$label: $name{$line}: an error at the call") }
	}
	my @other = grep { /error: / && !(/unit\.c:(\d+)/ && $name{$1}) } @said;
	ok(@other == 0 && @said < 40 * keys %name, "$label: no other errors, " . @said . ' lines') or diag(join "\n", @said[0 .. 9]);
}

my $c = qr/incompatible pointer type|_Generic/;
check('C', "$cc -std=c11 -Wall -Wextra", $c, '#include <lqcd.h>', $types, @call);
my @fields = ('lqcd_spinor_field_d *b, lqcd_spinor_field_f *x', @call[12 .. 15]);
my @pasted = (['a text to paste', "paste.pl --header lqcd/field/linalg.h --tags 'f d'"], $all ? ['one header', 'single.pl'] : ());
for (@pasted) {
	my ($what, $command) = @$_;
	spew("$dir/pasted.h", scalar `$^X lqcd/package/$command`);
	check("C, $what", "$cc -std=c11", $c, '#include "pasted.h"', @fields);
	check("C++, $what", "$cxx -x c++", qr/./, '#include "pasted.h"', @fields) if $cxx ne '';
}
spew("$dir/plain.c", "#include <lqcd/field/linalg.h>\nvoid unit($fields[0]);\nvoid unit($fields[0])\n{\n\tlqcd_spinor_field_copy(x, b);\n}\n");
like(runs("$cc -std=c11 -DLQCD_POINTER_ERRORS=0 -Wno-error=incompatible-pointer-types -I. -fsyntax-only $dir/plain.c", 'C: LQCD_POINTER_ERRORS=0 is no error'),
	qr/warning: .*incompatible/, 'but a warning');
SKIP: {
	skip 'no C++ compiler', 1 if $cxx eq '';
	skip 'this g++ has no attribute unavailable', 1 if `$cxx -dM -E -x c++ /dev/null` !~ /__clang__/ && `$cxx -dumpversion` < 12;
	for my $standard ('c++17', $all ? ('c++11', 'c++20') : ()) {
		check($standard, "$cxx -x c++ -std=$standard -Wall -Wextra", qr/unavailable.*arguments of different tags/, '#include <lqcd.h>', $types, @call);
	}
}
done_testing();
