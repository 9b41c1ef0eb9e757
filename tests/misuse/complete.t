#!/usr/bin/env perl
# tests/misuse/complete.t: tests/misuse.c calls every public function that takes a pointer, or the list below says why it need not.
use v5.36;
use FindBin;
use Test::More;
require "$FindBin::Bin/../support/Test.pl";

my %reason = (
	'works on one site of elements that the caller holds' => [qw(
		lqcd_boundary_open lqcd_boundary_active lqcd_boundary_inside lqcd_clover_exp lqcd_clover_muladd
		lqcd_clover_product lqcd_clover_square lqcd_clover_invert lqcd_clover_block_logdet lqcd_hop_put
		lqcd_hop_sums lqcd_hop_carry lqcd_su2_heatbath_d lqcd_block_coords lqcd_site_sum_start
		lqcd_su3_project_polar lqcd_su3_project_trace lqcd_site_sum_put lqcd_site_sum_norm2 lqcd_site_sum_dot
		lqcd_field_view_get lqcd_layout_index lqcd_layout_size lqcd_iup lqcd_idn lqcd_face lqcd_geometry_index
		lqcd_geometry_coords lqcd_geometry_site lqcd_geometry_sites lqcd_buffer_shift lqcd_buffer_source
		lqcd_buffer_lanes lqcd_buffer_own lqcd_lattice_rank lqcd_action_colours lqcd_action_colour)],
	'reads a table of numbers whose length the caller gives' => [qw(
		lqcd_flow_t0 lqcd_flow_w0 lqcd_meson lqcd_proton lqcd_pcac_mass lqcd_effective_mass
		lqcd_static_potential lqcd_rational_value lqcd_tuning_print lqcd_inverter_tags lqcd_dirac_flops)],
	'works on an object that its creator made, between start and end' => [qw(
		lqcd_halo_start lqcd_halo_complete lqcd_halo_destroy lqcd_blocks_destroy lqcd_coarse_destroy
		lqcd_coarse_field lqcd_coarse_create lqcd_coarse_complete lqcd_coarse_apply lqcd_coarse_solve)],
	'has another name in its kind of field, with the same text' => [qw(
		lqcd_multi_field_put lqcd_multi_field_take lqcd_schur_destroy)],
	'exists for tags of representations alone, and is misused in tests/represent/hmc.inc' => [qw(
		lqcd_gauge_field_represent lqcd_gauge_field_pull_back lqcd_represented_create lqcd_represented_destroy)],
	'is for staggered quarks, and is misused in tests/dirac/staggered.inc' => [qw(
		lqcd_colour_point lqcd_colour_wall lqcd_fat_links lqcd_hisq_links lqcd_hisq_links_with
		lqcd_gauge_field_phases lqcd_staggered_create lqcd_staggered_create_as lqcd_staggered_create_for
		lqcd_staggered_destroy)],
	'is for staggered quarks, and is misused in tests/gauge/unitary.inc' => [qr/^lqcd_reunitarise_/],
	'is for staggered quarks, and is misused in tests/hmc/staggered_hmc.inc' => [qw(
		lqcd_fat_links_pull_back lqcd_hisq_pull_back lqcd_hisq_pull_back_with lqcd_links_kick
		lqcd_staggered_outer lqcd_staggered_odd lqcd_parallelogram lqcd_parallelogram_force lqcd_symanzik_create
		lqcd_symanzik_destroy lqcd_staggered_rhmc_create lqcd_staggered_rhmc_add lqcd_staggered_rhmc_add_powers
		lqcd_staggered_rhmc_destroy lqcd_rational_powers lqcd_rational_set lqcd_rational_inverse)],
	'measures with staggered quarks, and is misused in tests/observables/staggered_mesons.inc' => [qw(
		lqcd_staggered_meson lqcd_staggered_shift lqcd_staggered_taste lqcd_staggered_pion
		lqcd_staggered_condensate)],
	'reads and writes fields of staggered quarks, and is misused in tests/io/staggered_files.c' => [
		qr/^lqcd_(?:scidac_(?:colour|matrices|vectors)|milc_colour)_/],
	'is the transport itself' => [qr/^lqcd_comm_/],
	'is a product of plain arrays, as BLAS has it: no lattice, field or status' => [qr/gemm/],
	'is a part of readers and writers: the file is open, its header checked' => [
		qr/^lqcd_(?:load|store)_[uf]\d\d$/, qr/^lqcd_(?:text|xml|lime|links|section|spinors|gauge_info)_/,
		qr/^lqcd_file_(?:in_(?!open)|out_(?!open))/, qr/^lqcd_checkpoint_(?!read|write|exists)/, qr/^lqcd_scidac_(?:find|compose|head|tail)$/,
		qw(lqcd_crc32 lqcd_time_text lqcd_path_shown)],
);

my %status;
my $tests = join '', map { slurp($_) } 'tests/misuse.c', glob 'tests/misuse/*.inc';
my %file;
for my $file (grep { !m{/device_} } files_in(qr/\.(?:h|inc)$/, map { "lqcd/$_" } qw(lattice field gauge dirac solver hmc observables io kernels))) {
	my $text = without_comments(slurp($file));
	while ($text =~ /^(?:LQCD_\w+|static inline)\s+[^;{}()]*?\b(T|V|P|TL)?\(?(lqcd_(?!_)\w+|(?<=P\()\w+)\)?\s*\(([^{};]*)\)\s*\{/gm) {
		my ($name, $arguments) = (($1 // '') eq 'P' ? "lqcd_$2" : $2, $3);
		$status{$name} = 1 if substr($text, $-[0], $+[0] - $-[0]) =~ /^[^(]*\blqcd_(?:status|solve_result)\b/;
		# Those of devices are misused by tests/gpu/misuse.cu.
		$file{$name} //= $file if $arguments =~ /[*]|lqcd_field_view/ && $arguments !~ /lqcd_gpu_lattice/;
	}
}
cmp_ok(scalar keys %file, '>', 500, keys(%file) . ' functions take a pointer');
my @rest = grep { my $macro = s/_view$//r; $tests !~ /\b$macro\(/ && $tests !~ /\b$_(?:_(?:d|vd|d_f))?\b/ } sort keys %file;
for my $why (sort keys %reason) {
	for my $excused (@{ $reason{$why} }) {
		my $pattern = ref $excused ? $excused : qr/^\Q$excused\E$/;
		ok(scalar(grep { /$pattern/ } keys %file), "there is $excused: it $why");
		@rest = grep { !/$pattern/ } @rest;
	}
}
none('what has a status refuses, and does not assert', grep { $status{s/_v?d$//r} } $tests =~ /\bASSERTED\((?:\w\()?(lqcd_\w+)/g);
none('all others are misused', map { "$file{$_}: $_" } @rest);
done_testing();
