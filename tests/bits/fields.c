/* tests/bits/fields.c: bits of the algebra of fields, sources, propagators, hadrons, and of files, which are
 * written to TMPDIR, or /tmp. See bits.h. */
#include "bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The time that files are written at is in some of them: it stands still. */
static time_t bits_time(time_t *to)
{
	if (to) *to = (time_t)1700000000;
	return (time_t)1700000000;
}
#define time(to) bits_time(to)
#include <lqcd/io/gauge.h>
#include <lqcd/io/hmc.h>
#include <lqcd/io/openqcd_spinor.h>
#include <lqcd/io/scidac_spinor.h>
#undef time

#include <lqcd/gauge/heatbath.h>
#include <lqcd/observables/baryon.h>
#include <lqcd/observables/meson.h>
#include <lqcd/observables/propagator.h>
#include <lqcd/observables/source_smear.h>
#include <lqcd/field/multi.h>

#include "lattices.h"

static const bits_entry fields_table[] = {
#include "fields_table.h"
};

static lqcd_message why;
static char path[512];

/* A file is written, and none is left. */
static void file_row(lqcd_status s, const char *what)
{
	if (s != LQCD_OK) tap_diag("%s: %s", what, why.text);
	must(s);
	bits_row(bits_file(path), "file %s", what);
	must(remove(path) == 0 ? LQCD_OK : LQCD_ERR_WRITE);
}

#define TEST_STORED
#define TEST_TEMPLATE "../bits/fields.inc"
#include "../support/each_tag.inc"
#define TEST_TEMPLATE "../bits/fields_tag.inc"
#include "../support/each_tag.inc"

static void sources(void)
{
	static const int site[4] = {3, 1, 2, 0}, p[3] = {1, 0, 1};
	lqcd_spinor_field_d s;
	must(lqcd_spinor_field_create(&s, &lat, LQCD_FULL));
	must(lqcd_point_source(&s, site, 1, 2));
	bits_row(bits_field(lqcd_spinor_field_view(&s)), "point source");
	must(lqcd_wall_source(&s, 2, NULL, 0, 1));
	bits_row(bits_field(lqcd_spinor_field_view(&s)), "wall source");
	must(lqcd_wall_source(&s, 2, p, 3, 0));
	bits_row(bits_field(lqcd_spinor_field_view(&s)), "wall source with momentum");
	must(lqcd_z2_source(&s, 5, 2, 501, 7));
	bits_row(bits_field(lqcd_spinor_field_view(&s)), "Z2 source");
	lqcd_spinor_field_destroy(&s);
}

/* The bits of the columns of a propagator, and of hadrons made of them. */
static void hadrons(lqcd_gauge_field_d *links, lqcd_method method, lqcd_precision inner, const char *what)
{
	enum { T_MOST = 8, n = 2 };
	static const int origin[4] = {0, 0, 0, 0}, p[3 * n] = {0, 0, 0, 0, 1, 0};
	static lqcd_meson_spins meson[n * T_MOST];
	static lqcd_baryon_spins proton[n * T_MOST];
	lqcd_solve_params params = lqcd_solve_params_default();
	const size_t times = n * (size_t)links->type->lattice->extent[0];
	lqcd_solve_result r[LQCD_COLUMNS];
	lqcd_spinor_field_d s[LQCD_COLUMNS];
	double pion[T_MOST];
	uint64_t h = BITS_START, iterations = 0;
	params.inner = inner;
	must(lqcd_propagator_create(s, links->type->lattice));
	must(lqcd_propagator_point_source(s, origin));
	must(lqcd_propagator_solve(s, links, 0.2, LQCD_ANTIPERIODIC, method, &params, r));
	memset(pion, 0, sizeof pion);
	for (int k = 0; k < LQCD_COLUMNS; k++) {
		h = bits_add(h, bits_field(lqcd_spinor_field_view(&s[k])));
		iterations += (uint64_t)r[k].iterations;
		lqcd_pion_add(pion, &s[k], 0);
	}
	bits_row(h, "propagator %s", what);
	bits_row(iterations, "propagator %s: iterations", what);
	bits_row(bits_of(pion, T_MOST), "pion %s", what);
	must(lqcd_meson_correlators(meson, s, s, origin, p, n));
	bits_row(bits_bytes(meson, times * sizeof *meson), "mesons %s", what);
	must(lqcd_proton_correlators(proton, s, s, origin, p, n));
	bits_row(bits_bytes(proton, times * sizeof *proton), "proton %s", what);
	lqcd_propagator_destroy(s);
}

static void gauge_files(void)
{
	lqcd_gauge_write_options write_options;
	const char *name;
	for (int i = 0; (name = lqcd_gauge_format_name(i)) != NULL; i++)
		if (strcmp(name, "MDP")) /* is read alone */
			file_row(lqcd_gauge_write(path, name, &u, NULL, &why), name);
	memset(&write_options, 0, sizeof write_options);
	write_options.bits = 32;
	write_options.rows = 2;
	write_options.byte_order = LQCD_BYTES_LITTLE;
	file_row(lqcd_gauge_write(path, "NERSC", &u, &write_options, &why), "NERSC, 32 bits, 2 rows, little-endian");
	write_options.rows = 0;
	write_options.byte_order = LQCD_BYTES_UNKNOWN;
	file_row(lqcd_gauge_write(path, "ILDG", &u, &write_options, &why), "ILDG, 32 bits");
}

static void spinor_files(void)
{
	lqcd_scidac_spinor_options options;
	lqcd_spinor_field_d s[2];
	for (int k = 0; k < 2; k++) {
		must(lqcd_spinor_field_create(&s[k], &lat, LQCD_FULL));
		lqcd_spinor_field_gaussian(&s[k], 502, (uint32_t)k);
	}
	memset(&options, 0, sizeof options);
	file_row(lqcd_scidac_spinor_write(path, s, 2, &options, NULL, &why), "SciDAC spinors");
	options.basis = LQCD_SPINOR_DEGRAND_ROSSI;
	options.bits = 32;
	options.colour_first = 1;
	file_row(lqcd_scidac_spinor_write(path, s, 1, &options, NULL, &why), "SciDAC spinor, other basis and order");
	file_row(lqcd_openqcd_spinor_write(path, lqcd_spinor_field_view(&s[0]), &why), "openQCD spinor");
	for (int k = 0; k < 2; k++) lqcd_spinor_field_destroy(&s[k]);
}

static void chain_file(void)
{
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, LQCD_C1_IWASAKI, 503);
	double kappa = 0.125;
	const lqcd_hmc_number more = {"kappa", &kappa};
	chain.levels = 2;
	chain.trajectory = 17;
	chain.taken = 12;
	file_row(lqcd_hmc_save_with(path, &chain, lqcd_gauge_field_view(&u), &more, 1, &why), "HMC");
}

static void test_fields(void)
{
	const char *folder = getenv("TMPDIR");
	bits_begin(fields_table);
	snprintf(path, sizeof path, "%.400s/lqcd-bits-%08lx", folder && *folder ? folder : "/tmp",
		 (unsigned long)((uintptr_t)&folder >> 4 & 0xffffffff));
	lattices_create(no_lane_grid);
	links_create(&u, &lat, 504, 0.3);
	links_create(&u_other, &other_shape, 505, 0.3);
	EACH_STORED_TAG(algebra, ());
	EACH_TAG(columns, (LQCD_OVER_SITES));
	EACH_TAG(columns, (LQCD_OVER_RHS));
	EACH_TAG(smeared, ());
	sources();
	hadrons(&u, LQCD_BICGSTAB_THEN_CG, LQCD_FLOAT, "8x4x4x4");
	hadrons(&u_other, LQCD_BICGSTAB, LQCD_SAME_PRECISION, "2x6x2x2");
	gauge_files();
	spinor_files();
	chain_file();
	EACH_STORED_TAG(checkpoint, ());
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&u_other);
	lattices_destroy();
	bits_end();
}
