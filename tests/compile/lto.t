#!/usr/bin/env perl
# tests/compile/lto.t: -flto over units of two instruction sets (x86-64-v3 and -v4), as C and C++: they link, and where the
# processor has both, give the same bits. In C the linker is silent. In C++ -Wodr names types of registers alone, whose
# lengths differ: with -Wno-odr it is silent, too (lqcd/README.md, "Compilers").
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
my %march = (narrow => 'x86-64-v3', wide => 'x86-64-v4');

sub write_file { my ($file, $text) = @_; open my $out, '>', $file or die "$file: $!"; print $out $text; close $out or die $! }

write_file("$dir/cpu.c", "int main(void) { return !(__builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512vl\")); }\n");
for (['C', "$cc -std=c11"], $cxx eq '' ? () : ['C++', "$cxx -x c++ -std=c++17"]) {
	my ($language, $compiler) = @$_;
	(my $linker = $compiler) =~ s/ .*//;
	SKIP: {
		# clang needs a linker that has its plugin.
		skip "$language: $linker has no working -flto for $march{wide}", 4
			if system "$compiler -O1 -flto -march=$march{wide} -c $dir/cpu.c -o $dir/cpu.o >$dir/said 2>&1 && $linker -flto $dir/cpu.o -o $dir/cpu >$dir/said 2>&1";
		my $runs = !system "$dir/cpu";
		my $said = '';
		for my $unit ('narrow', 'wide', 'main') {
			my $flags = $march{$unit} ? "-march=$march{$unit} -DLTO_UNIT=$unit" : '';
			$said .= `$compiler -O2 -flto $flags -Wall -Wextra -I. -c tests/compile/lto.c -o $dir/$unit.o 2>&1`;
		}
		is($said, '', "$language: the units compile");
		my %linked = map { $_ => scalar `LC_ALL=C $linker -O2 -flto -Wodr -Wlto-type-mismatch $_ $dir/main.o $dir/narrow.o $dir/wide.o -o $dir/program -lm 2>&1` } '', '-Wno-odr';
		my @warnings = grep { /warning:/ && !/serial compilation/ } split /\n/, $linked{''};
		my @other = grep { $language eq 'C' || !/type .struct lqcd_\w*(?:_v[fdh]|site_sum). violates the C\+\+ One Definition Rule/ } @warnings;
		ok(!@other, "$language: the linker warns of " . (@warnings ? 'registers alone' : 'nothing')) or diag(@other);
		ok(!(grep { /warning:/ && !/serial compilation/ } split /\n/, $linked{'-Wno-odr'}), "$language: with -Wno-odr of nothing") or diag($linked{'-Wno-odr'});
		skip 'this processor has no AVX-512', 1 unless $runs;
		my ($narrow, $wide) = split ' ', `$dir/program`;
		ok(($narrow // -1) > 1 && $narrow eq $wide, "$language: both compute the same: " . ($narrow // 'nothing'));
	}
}
done_testing();
