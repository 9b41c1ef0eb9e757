#!/usr/bin/env perl
# tests/compile/tags.t: arguments of different tags are an error whose first line says so: in C++ with every compiler, in C
# where the argument selects the function, elsewhere by the compiler's own check of pointers, which LQCD_POINTER_ERRORS=0 leaves
# to the flags. The same of the one header and of a text to paste.
# From the environment: CC, CXX (empty: no C++ here).
use strict;
use warnings;
use File::Temp qw(tempdir);
use FindBin;
use Test::More;

chdir "$FindBin::Bin/../.." or die "chdir: $!";
my $cc = $ENV{CC} || 'cc';
my $cxx = defined $ENV{CXX} ? $ENV{CXX} : 'c++';
my $dir = tempdir(CLEANUP => 1);
my $types = 'const lqcd_gauge_field_d *u, lqcd_wilson_d *D, lqcd_spinor_field_d *b, lqcd_spinor_field_f *x, lqcd_hmc_f *h, '
	. 'lqcd_solve_params *p, lqcd_flow_vd *flow, lqcd_gauge_field_f *v';
my %call = (
	'an operator and its output' => 'lqcd_wilson_apply(x, D, b, 0)',
	'a solve' => 'lqcd_wilson_solve(x, D, b, LQCD_CG, p)',
	'two fields' => 'lqcd_spinor_field_copy(x, b)',
	'a number from two fields' => 'if (lqcd_spinor_field_dot(x, b).re > 0) return',
	'a status' => 'lqcd_status s = lqcd_hmc_trajectory(h, u); (void)s',
	'a flow and links' => 'if (lqcd_flow_step(flow, v, 0.1)) return',
);

sub compiled {
	my ($compiler, $call) = @_;
	open my $out, '>', "$dir/unit.c" or die "$dir/unit.c: $!";
	print $out "#include <lqcd.h>\nvoid unit($types);\nvoid unit($types)\n{\n\t(void)u, (void)D, (void)b, (void)x, (void)h, (void)p, (void)flow, (void)v;\n\t$call;\n}\n";
	close $out or die "$dir/unit.c: $!";
	my $said = `$compiler -Wall -Wextra -I. -fsyntax-only $dir/unit.c 2>&1`;
	my @errors = grep { /error: / } split /\n/, $said;
	return ($?, scalar(split /\n/, $said), @errors);
}

my ($status, $lines, @errors) = compiled("$cc -std=c11 -Werror", 'lqcd_wilson_apply(b, D, b, 0)');
is($status, 0, 'C: with one tag') or diag(@errors);
for my $name (sort keys %call) {
	($status, $lines, @errors) = compiled("$cc -std=c11", $call{$name});
	ok($status != 0 && @errors == 1 && $errors[0] =~ /unit\.c:6.*(?:incompatible pointer type|_Generic)/, "C: $name") or diag(@errors);
}
for my $pasted (0, 1) {
	my $text = $pasted ? `$^X lqcd/package/paste.pl --header lqcd/field/linalg.h --tags 'f d'` : `$^X lqcd/package/single.pl`;
	open my $header, '>', "$dir/lqcd_single.h" or die "$dir/lqcd_single.h: $!";
	print $header $text;
	close $header or die "$dir/lqcd_single.h: $!";
	open my $out, '>', "$dir/wrong.c" or die "$dir/wrong.c: $!";
	print $out "#include \"lqcd_single.h\"\nvoid unit(lqcd_spinor_field_d *, lqcd_spinor_field_f *);\n"
		. "void unit(lqcd_spinor_field_d *b, lqcd_spinor_field_f *x)\n{\n\tlqcd_spinor_field_copy(x, b);\n}\n";
	close $out or die "$dir/wrong.c: $!";
	my @wrong = grep { /error: / } `$cc -std=c11 -fsyntax-only $dir/wrong.c 2>&1`;
	my $what = $pasted ? 'a text to paste' : 'one header';
	ok(@wrong == 1 && $wrong[0] =~ /wrong\.c:5.*incompatible pointer type/, "C: $what") or diag(@wrong);
	SKIP: {
		skip 'no C++ compiler', 2 if $cxx eq '';
		@wrong = grep { /error: / } `$cxx -x c++ -fsyntax-only $dir/wrong.c 2>&1`;
		ok(@wrong > 0 && $wrong[0] =~ /wrong\.c:5/, "C++: $what") or diag(@wrong);
		my $said = `sed 's/(x, b)/(b, b), (void)x/' $dir/wrong.c | $cxx -x c++ -I$dir -fsyntax-only - 2>&1`;
		is($said, '', "C++: $what, with one tag");
	}
}
my $plain = "$cc -std=c11 -DLQCD_POINTER_ERRORS=0 -Wno-error=incompatible-pointer-types";
($status, $lines, @errors) = compiled($plain, $call{'two fields'});
ok($status == 0 && $lines > 0, 'C: LQCD_POINTER_ERRORS=0 leaves it to the flags') or diag(@errors);
SKIP: {
	skip 'no C++ compiler', scalar keys %call if $cxx eq '';
	my $old = `$cxx -dM -E -x c++ /dev/null` !~ /__clang__/ && `$cxx -dumpversion` < 12;
	skip 'this g++ has no attribute unavailable', scalar keys %call if $old;
	for my $standard ('c++11', 'c++17', 'c++20') {
		my @names = $standard eq 'c++17' ? sort keys %call : 'a status';
		($status, $lines, @errors) = compiled("$cxx -x c++ -std=$standard -Werror", 'lqcd_wilson_apply(b, D, b, 0)');
		is($status, 0, "$standard: with one tag") or diag(@errors);
		for my $name (@names) {
			($status, $lines, @errors) = compiled("$cxx -x c++ -std=$standard", $call{$name});
			ok($status != 0 && $errors[0] =~ /unit\.c:6.*unavailable.*arguments of different tags/ && $lines < 40,
				"$standard: $name: $lines lines") or diag($lines, @errors);
		}
	}
}
done_testing();
