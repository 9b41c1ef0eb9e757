#!/usr/bin/perl
# tests/mutants.pl: can the tests fail? Each row breaks one line in a copy of the tree; the named tests must turn red.
#
#   perl tests/mutants.pl [NAME...]      all, or those whose name contains one of NAME; with MUTANTS_SHARE=0.5 in the
#                                        environment about half of these, others in each run
#
# A row is: name, file, a text that occurs exactly once, its replacement, test configuration, tests. A mutant that
# survives is a failure, and so is one that does not compile: it proves nothing. It ends with
# "N passed, N failed". From the environment: MAKE, CC, CFLAGS, and JOBS: how many run at a time.
use strict;
use warnings;
use File::Path qw(make_path remove_tree);

$| = 1;

my @mutants = (
	['avx512 fnma', 'lqcd/simd/avx512.h', '_mm512_fnmadd_ps(a, b, c)', '_mm512_fmadd_ps(a, b, c)', 'c11-avx512', 'simd'],
	['avx512 permute', 'lqcd/simd/avx512.h', '_mm512_maskz_permutexvar_pd(0xff, p, a)', '_mm512_maskz_permutexvar_pd(0x7f, p, a)', 'c11-avx512', 'simd'],
	['avx2 sub', 'lqcd/simd/avx2.h', 'return _mm256_sub_ps(a, b)', 'return _mm256_sub_ps(b, a)', 'avx2', 'simd'],
	['sse2 mul', 'lqcd/simd/sse2.h', 'return _mm_mul_pd(a, b)', 'return _mm_add_pd(a, b)', 'sse2', 'simd'],
	['neon sub', 'lqcd/simd/neon.h', 'return vsubq_f32(a, b)', 'return vsubq_f32(b, a)', 'neon', 'simd'],
	['generic fms', 'lqcd/tmpl/simd_generic.inc', 'a.v = a.v * b.v - c.v', 'a.v = a.v * b.v + c.v', 'generic', 'simd'],
	['scalar max', 'lqcd/tmpl/simd_scalar.inc', 'return a > b ? a : b', 'return a < b ? a : b', 'scalar', 'simd'],
	['second cut', 'lqcd/sum.h', '(double)LQCD__SUM_BLOCK / 4503599627370496.0', '1 / 4503599627370496.0', 'c11', 'sum'],
	['tie of a sum', 'lqcd/sum.h', '(rest || (bits & 1))', '(rest || (bits & 2))', 'c11', 'sum'],
	['lane of a tally', 'lqcd/tally.h', 't->value[k][i * apart + w]', 't->value[k][i + w]', 'c11', 'multi'],
	['interleaved product', 'lqcd/tmpl/icomplex.inc', 'fmaddsub)(a.im', 'fmsubadd)(a.im', 'c11', 'icomplex'],
	['partner spin', 'lqcd/tmpl/spinor.inc', 'return mu == 1 || mu == 2 ? 3 : 2', 'return mu == 1 || mu == 3 ? 3 : 2', 'c11', 'spinor'],
	['lane of a face', 'lqcd/geometry.h', 'e[mu] = (d[mu] + l - 1) % l', 'e[mu] = (d[mu] + 1) % l', 'generic', 'geometry'],
	['corner not copied', 'lqcd/pieces.h', 'if (runs > 1 && end != cursor) tail', 'if (runs > 2 && end != cursor) tail', 'c11', 'pieces'],
	['lanes at a border', 'lqcd/geometry.h', 'lane_grid[mu] > 1 && !cut) bits', 'lane_grid[mu] > 1) bits', 'c11', 'pieces'],
	['loop into a buffer', 'lqcd/loops.h', 'r->first = r->stop + r->gap', 'r->first = r->stop', 'c11', 'pieces'],
	['lost chunk', 'lqcd/loops.h', 'for (int c = 0; c < r->chunks; c++) s += ', 'for (int c = 1; c < r->chunks; c++) s += ', 'c11', 'loops'],
	['Schur factor', 'lqcd/tmpl/wilson.inc', '-0.25, ', '-0.26, ', 'scalar', 'wilson'],
	['boundary sign', 'lqcd/tmpl/wilson.inc', 'end = k & 1 ? x[0] == 0 : ', 'end = k & 1 ? 0 : ', 'scalar', 'wilson'],
	['residual not recomputed', 'lqcd/tmpl/solver.inc', "\ts->op->apply(&s->r, s->x, 0", "\tif (!s->result.iterations) s->op->apply(&s->r, s->x, 0", 'scalar', 'solver'],
	['pair of 16 bits', 'lqcd/simd/avx512.h', '_mm512_fnmadd_ps(a, _mm512_set1_ps(1.0f / 65536), b)', 'b', 'c11-avx512', 'simd'],
	['sign in eight reals', 'lqcd/tmpl/compress.inc', 'minus_n = T(lqcd_neg)(n)', 'minus_n = n', 'c11', 'compress'],
	['norm of 16 bits', 'lqcd/tmpl/storage.inc', 'A(lqcd_max)(A(lqcd_max)(most, re), im)', 'A(lqcd_max)(most, re)', 'scalar', 'storage'],
	['fused dot product', 'lqcd/tmpl/linalg.inc', '(acc + 4, pw, &t)', '(acc + 4, pw, px)', 'scalar', 'linalg'],
	['multi stride', 'lqcd/tmpl/multi.inc', '(ptrdiff_t)(ix - x->type->master_shift) * x->per_index', '(ptrdiff_t)(ix - x->type->master_shift)', 'scalar', 'multi'],
	['boundary of 12 reals', 'lqcd/tmpl/wilson.inc', 'mu == 0 && (edge >> backward', 'mu == 0 && !(edge >> backward', 'avx2', 'wilson_storage'],
	['wavefront row', 'lqcd/tmpl/wilson.inc', 'if (k + 1 < rows - 1) ', 'if (k + 2 < rows - 1) ', 'scalar', 'wilson'],
	['update without x', 'lqcd/tmpl/mixed.inc', 'T(lqcd_spinor_field_axpy)(m->outer->x, m->scale, r);', '', 'scalar', 'solver'],
	['NaN by arithmetic', 'lqcd/simd.h', '(lqcd__opaque(bits) >> 52 & 0x7ff) != 0x7ff', 'bits && x - x == 0', 'fastmath', 'solver'],
	['Philox key', 'lqcd/random.h', '0x9E3779B9u', '0x9E3779B8u', 'c11', 'random'],
	['checksum ignored', 'lqcd/io/gauge_file.h', 'if (has[0] == gives[0] && has[1] == gives[1])', 'if (1)', 'c11', 'nersc_errors'],
	['length of LIME data', 'lqcd/io/scidac.h', 'if (need == info->data_bytes) ', '', 'c11', 'ildg_errors'],
	['basis of a propagator', 'lqcd/io/scidac_spinor.h', '(spin == 1 || spin == 2) ?', '(spin == 1) ?', 'c11', 'scidac_spinor'],
	['sign of a lane', 'lqcd/tmpl/lane_random.inc', '(v).v << 31', '(v).v << 30', 'c11', 'lane_random'],
	['bound of a draw', 'lqcd/tmpl/heatbath.inc', 'T(lqcd_le)(ln, T(lqcd_neg)(z))', 'T(lqcd_le)(ln, z)', 'c11', 'heatbath'],
	['staple direction', 'lqcd/tmpl/staple.inc', 'up_down)(&q, s, ix, nu, mu, nu)', 'up_down)(&q, s, ix, mu, mu, nu)', 'scalar', 'heatbath'],
	['side of a rectangle', 'lqcd/tmpl/action.inc', 'up)(&p, sides, ix, 2 - own, mu)', 'up)(&p, sides, ix, 3 - own, mu)', 'c11', 'action'],
	['weight of a stage', 'lqcd/tmpl/flow.inc', '-17.0 / 9', '-16.0 / 9', 'c11', 'flow'],
	['sign of a charge', 'lqcd/tmpl/charge.inc', 'k == 2 ? q', 'k == 1 ? q', 'c11', 'flow_references'],
	['force below a stout link', 'lqcd/tmpl/smear.inc', 'T(lqcd_su3_sub)(&q, &q, &r)', 'T(lqcd_su3_add)(&q, &q, &r)', 'c11', 'smear'],
	['lanes of a source', 'lqcd/tmpl/source_smear.inc', 'if (face && down) ', 'if (face) ', 'c11', 'source_smear'],
	['leaf of the wrong lanes', 'lqcd/tmpl/field.inc', '(f, f, T(lqcd_perm_make)(g->lane_dn[nu]))', '(f, f, T(lqcd_perm_make)(g->lane_dn[0]))', 'c11', 'clover'],
	['chirality of the clover term', 'lqcd/tmpl/clover.inc', 'A(lqcd_su3_add)(&c[1][k], &e, &b)', 'A(lqcd_su3_sub)(&c[1][k], &e, &b)', 'c11', 'clover'],
	['twisted mass of the adjoint', 'lqcd/tmpl/clover.inc', 'hop->dagger ? -hop->dirac', 'hop->dagger ? hop->dirac', 'c11', 'clover'],
	['gemm adjoint', 'lqcd/tmpl/gemm.inc', 'if (s.b_form == LQCD_GEMM_ADJOINT) ', '', 'scalar', 'gemm'],
	['kdgemm off-diagonal', 'lqcd/tmpl/kdgemm.inc', 'c[(i ^ j) * LANES + i]', 'c[j * LANES + i]', 'sse2', 'gemm'],
	['p2p charge of the other', 'lqcd/tmpl/p2p.inc', 'T(lqcd_fma)(charge[r], g[r], other)', 'T(lqcd_fma)(charge[0], g[r], other)', 'scalar', 'p2p'],
	['p2p correction', 'lqcd/tmpl/p2p.inc', '2.120268967852779690', '2.12026896785', 'sse2', 'p2p'],
	['p2p exponent of ln', 'lqcd/tmpl/p2p_math.inc', '(n - (LQCD__BIAS + 1)) <<', '(n - LQCD__BIAS) <<', 'sse2', 'p2p'],
);

my $make = $ENV{MAKE} || 'make';
my $jobs = delete $ENV{JOBS} || 1;
# Not for the tests inside.
my $word = delete $ENV{LQCD_TEST_LABEL};
my $label = defined $word && $word ne '' ? "$word: " : '';
my ($passed, $failed, $skipped) = (0, 0, 0);

sub verdict {
	my ($good, $name, $text) = @_;
	$good ? $passed++ : $failed++;
	printf "%-8s %-26s %s\n", $good ? 'ok' : 'NOT OK', $name, $text;
}

# In the folder $base
sub try {
	my ($mutant, $base) = @_;
	my ($name, $file, $from, $to, $config, $tests) = @$mutant;
	if (!-e $file) {
		verdict(0, $name, "$file does not exist");
		return;
	}
	local $/;
	open my $in, '<', $file or die "$file: $!\n";
	my $text = <$in>;
	close $in;
	my $places = () = $text =~ /\Q$from\E/g;
	if ($places != 1) {
		verdict(0, $name, "the text occurs $places times in $file");
		return;
	}
	$text =~ s/\Q$from\E/$to/;
	remove_tree($base);
	make_path($base);
	system('cp', '-R', 'lqcd.h', 'lqcd', 'tests', 'Makefile', $base) == 0 or die "cannot copy the tree to $base\n";
	mkdir "$base/examples";
	open my $out, '>', "$base/$file" or die "$base/$file: $!\n";
	print $out $text;
	close $out or die "$base/$file: $!\n";
	# -O1 finds what -O2 finds, in half of the time.
	(my $cflags = $ENV{CFLAGS} || '-std=c11 -march=native') =~ s/-O\S*//;
	my $said = `$make -C $base --no-print-directory test JOBS=1 CFLAGS='$cflags -O1' TEST_CONFIGS='$config' TESTS='$tests' LQCD_TEST_DATA= 2>&1`;
	if ($said =~ /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/m) {
		if (!$1 && !$2 && $3) {
			$skipped++;
			printf "%-8s %-26s the configuration %s is skipped here\n", 'skip', $name, $config;
		} elsif ($said =~ /did not compile|error:/) {
			verdict(0, $name, 'does not compile');
		} else {
			verdict($2 > 0, $name, $2 ? "killed by $2 checks of $tests ($config)" : "SURVIVES $tests ($config)");
		}
	} else {
		verdict(0, $name, 'the tests did not end');
		print $said;
	}
}

# Each worker takes every $jobs-th mutant, in a folder of its own; its last words are its counts.
my @chosen = grep { my $name = $_->[0]; !@ARGV || grep { index($name, $_) >= 0 } @ARGV } @mutants;
@chosen = grep { rand() < $ENV{MUTANTS_SHARE} } @chosen if $ENV{MUTANTS_SHARE};
my @workers;
for my $worker (0 .. $jobs - 1) {
	pipe my $from, my $to or die "pipe: $!\n";
	defined(my $pid = fork) or die "fork: $!\n";
	if ($pid) {
		push @workers, $from;
		next;
	}
	close $from;
	my $base = "build/mutants/$worker";
	try($chosen[$_], $base) for grep { $_ % $jobs == $worker } 0 .. $#chosen;
	remove_tree($base);
	print $to "$passed $failed $skipped";
	close $to;
	exit 0;
}
for my $from (@workers) {
	my @counts = split ' ', readline($from) || '0 1 0';
	$passed += $counts[0];
	$failed += $counts[1];
	$skipped += $counts[2];
}
rmdir 'build/mutants';
print "$label$passed passed, $failed failed", $skipped ? ", $skipped skipped" : '', "\n";
exit($failed || !$passed ? 1 : 0);
