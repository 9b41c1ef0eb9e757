#!/usr/bin/env perl
# tests/compile/lto.t: -flto over units of two instruction sets (x86-64-v3 and -v4), as C and C++: they link, and where the
# processor has both, give the same bits. In C the linker is silent. In C++ -Wodr names types of registers alone, whose
# lengths differ: with -Wno-odr it is silent, too (lqcd/README.md, "Compilers"). From the environment: ../support/Support.pm.
use FindBin;
use lib "$FindBin::Bin/../support";
use Support;

my %march = (narrow => 'x86-64-v3', wide => 'x86-64-v4');
spew("$dir/cpu.c", 'int main(void) { return !(', join(' && ', map { "__builtin_cpu_supports(\"$_\")" } qw(avx512f avx512dq avx512vl)), "); }\n");
for (['C', "$cc -std=c11"], $cxx eq '' ? () : ['C++', "$cxx -x c++ -std=c++17"]) {
	my ($language, $compiler) = @$_;
	my $linker = $compiler =~ s/ .*//r;
	SKIP: {
		# clang needs a linker that has its plugin.
		skip "$language: $linker has no working -flto for $march{wide}", 4
			unless works("$compiler -O1 -flto -march=$march{wide} -c $dir/cpu.c -o $dir/cpu.o && $linker -flto $dir/cpu.o -o $dir/cpu");
		for my $unit ('narrow', 'wide', 'main') {
			my $flags = $march{$unit} ? "-march=$march{$unit} -DLTO_UNIT=$unit" : '';
			is(runs("$compiler -O2 -flto $flags -Wall -Wextra -I. -c tests/compile/lto.c -o $dir/$unit.o", "$language: $unit compiles"), '', 'without a warning');
		}
		for my $quiet ('', '-Wno-odr') {
			my $said = `LC_ALL=C $linker -O2 -flto -Wodr -Wlto-type-mismatch $quiet $dir/main.o $dir/narrow.o $dir/wide.o -o $dir/program -lm 2>&1`;
			my $registers = $language eq 'C' || $quiet ? qr/(?!)/ : qr/type .struct lqcd_\w*(?:_v[fdh]|site_sum). violates the C\+\+ One Definition Rule/;
			none("$language: the linker with \"$quiet\"", grep { /warning:/ && !/serial compilation/ && !/$registers/ } split /\n/, $said);
		}
		skip 'this processor has no AVX-512', 1 unless works("$dir/cpu");
		my ($narrow, $wide) = split ' ', `$dir/program`;
		ok(($narrow // -1) > 1 && $narrow eq $wide, "$language: both compute the same: " . ($narrow // 'nothing'));
	}
}
done_testing();
