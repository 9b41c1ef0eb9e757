/* bench/staggered.c: hops of staggered quarks over one and three links in one pass, even from odd, and iterations of CG:
 * GFLOP/s (1146 per output site and right-hand side of a hop), compulsory GB/s, fraction of the roofline.
 *
 *   build/bench/staggered [L or TxXxYxZ ...] [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 * Volumes are 8 16 48x24x24x24 by default, with one and with all threads. A row of staggered/cg runs CG on M = 4 m^2 - D_eo
 * D_oe for ten iterations. Links are random, of SU(3). Each row is verified against the scalar operator in double before it is
 * timed: the hop, or the residual of the solution of CG; links, the input and the reference are made once per volume. See
 * shim.h. To add a kind of row, add a line to `kinds` below. */
#include "common.h"

#include "../lqcd/solver/staggered.h"

enum { cg_iterations = 10 };
static const double mass = 0.5;

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d fat, lng;
	lqcd_staggered_d_ks reference;
	lqcd_spinor_field_d_ks in, out, tmp, even; /* odd; even: H in; full; even */
	double norm;                               /* |out| */
} world;

typedef struct kind_ kind;
struct kind_ {
	const char *kernel, *tag, *storage;
	int rhs, lanes, is_double;
	double link_real, spinor_real, extra; /* bytes per stored real of links and vectors; more bytes per vector, as norms */
	double tolerance;
	int small_only; /* a row of the first volume only */
	int cg;
	lqcd_long_storage longs;
	lqcd_status (*create)(void **context, const kind *k, const world *w);
	void (*run)(void *context);
	double (*verify)(void *context, world *w);
	void (*destroy)(void *context);
};

#define LQCD_TAG f
#include "staggered.inc"
#define LQCD_TAG d
#include "staggered.inc"
#define LQCD_TAG vf
#include "staggered.inc"
#define LQCD_TAG vd
#include "staggered.inc"
#define LQCD_TAG vh
#include "staggered.inc"

#define HOP(tag)      0, LQCD_LONG_18, hop_create_##tag, hop_run_##tag, hop_verify_##tag, hop_destroy_##tag
#define SHORT(tag, n) 0, LQCD_LONG_##n, hop_create_##tag, hop_run_##tag, hop_verify_##tag, hop_destroy_##tag
#define CG(tag)       1, LQCD_LONG_18, cg_create_##tag, cg_run_##tag, cg_verify_##tag, hop_destroy_##tag
#define MULTI(tag)    0, LQCD_LONG_18, multi_create_##tag, multi_run_##tag, multi_verify_##tag, multi_destroy_##tag
#define F32           4, 4, 0, 2e-6
#define F64           8, 8, 0, 1e-14
#define F16           2, 2, 4, 2e-4 /* a norm */

static const kind kinds[] = {
	/* kernel, tag, storage, rhs, lanes, is_double, bytes and tolerance, small_only, functions */
	{"staggered/hop", "f", "f32", 1, 1, 0, F32, 1, HOP(f)},
	{"staggered/hop", "d", "f64", 1, 1, 1, F64, 1, HOP(d)},
	{"staggered/hop", "vf", "f32", 1, LQCD_LANES_vf, 0, F32, 0, HOP(vf)},
	{"staggered/hop", "vd", "f64", 1, LQCD_LANES_vd, 1, F64, 0, HOP(vd)},
	{"staggered/hop", "vh", "f16", 1, LQCD_LANES_vf, 0, F16, 0, HOP(vh)},
	{"staggered/hop", "vf", "f32-long-13", 1, LQCD_LANES_vf, 0, F32, 0, SHORT(vf, 13)},
	{"staggered/hop", "vf", "f32-long-9", 1, LQCD_LANES_vf, 0, F32, 0, SHORT(vf, 9)},
	{"staggered/hop", "vd", "f64-long-13", 1, LQCD_LANES_vd, 1, F64, 0, SHORT(vd, 13)},
	{"staggered/hop", "vd", "f64-long-9", 1, LQCD_LANES_vd, 1, F64, 0, SHORT(vd, 9)},
	{"staggered/hop", "vh", "f16-long-13", 1, LQCD_LANES_vf, 0, F16, 0, SHORT(vh, 13)},
	{"staggered/cg", "vf", "f32", 1, LQCD_LANES_vf, 0, F32, 0, CG(vf)},
	{"staggered/cg", "vd", "f64", 1, LQCD_LANES_vd, 1, F64, 0, CG(vd)},
	{"staggered/cg", "vh", "f16", 1, LQCD_LANES_vf, 0, F16, 0, CG(vh)},
	{"staggered/multi", "vf", "f32", 4, LQCD_LANES_vf, 0, F32, 0, MULTI(vf)},
	{"staggered/multi", "vf", "f32", 12, LQCD_LANES_vf, 0, F32, 0, MULTI(vf)},
	{"staggered/multi", "vd", "f64", 12, LQCD_LANES_vd, 1, F64, 0, MULTI(vd)},
};
enum { n_kinds = sizeof kinds / sizeof *kinds };

/* ---- the fields of one volume, shared by its rows (hops.inc) ---- */

static void world_destroy(world *w)
{
	lqcd_gauge_field_destroy(&w->fat);
	lqcd_gauge_field_destroy(&w->lng);
	lqcd_staggered_destroy(&w->reference);
	lqcd_spinor_field_destroy(&w->in);
	lqcd_spinor_field_destroy(&w->out);
	lqcd_spinor_field_destroy(&w->tmp);
	lqcd_spinor_field_destroy(&w->even);
}

static lqcd_status world_make(world *w, const int *extent)
{
	lqcd_status s = lqcd_lattice_create(&w->lat, extent, NULL, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&w->fat, &w->lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&w->lng, &w->lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->in, &w->lat, LQCD_ODD);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->out, &w->lat, LQCD_EVEN);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->tmp, &w->lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->even, &w->lat, LQCD_EVEN);
	if (s != LQCD_OK) return s;
	lqcd_gauge_field_random(&w->fat, 1, 0);
	lqcd_gauge_field_random(&w->lng, 1, 1);
	lqcd_spinor_field_gaussian(&w->in, 2, 0);
	s = lqcd_staggered_create(&w->reference, &w->fat, &w->lng, mass);
	if (s != LQCD_OK) return s;
	const lqcd_dirac_d_ks d = lqcd_staggered_dirac(&w->reference);
	lqcd_dirac_hop_d_ks(&w->out, 0, NULL, 1, &d, &w->in, 0, LQCD_TERM_NONE);
	w->norm = sqrt(lqcd_spinor_field_norm2(&w->out));
	return LQCD_OK;
}

/* ---- rows ---- */

static double differs(world *w, const kind *k, void *context)
{
	return k->verify(context, w);
}

static void costs(bench_row *row, const kind *k, double sites)
{
	const double vector = 2 * LQCD_NC * k->spinor_real + k->extra;
	const double flop = 16 * 8 * LQCD_NC * LQCD_NC - 2 * LQCD_NC, matrix = 2 * LQCD_NC * LQCD_NC;
	const double number = k->longs == LQCD_LONG_9 ? 9 : k->longs == LQCD_LONG_18 ? matrix : k->link_real < 4 ? 14 : 13;
	const double bytes = 8 * (matrix + number) * k->link_real;
	row->flop = flop * k->rhs * sites;
	row->bytes = (bytes + 2 * vector * k->rhs) * sites;
	row->set = row->bytes;
	if (k->cg) {
		/* Two hops, the second with a vector added and <p, q>; r -= a q and |r|^2; x += a p, p = r + b p. */
		row->flop = cg_iterations * (2 * flop + 2 * LQCD_NC * (3 + 4 + 4 + 4)) * sites;
		row->bytes = cg_iterations * (2 * bytes + (2 + 3 + 3 + 5) * vector) * sites;
		row->set = (bytes + 5 * vector) * sites;
	}
}

#include "hops.inc"

int main(int argc, char **argv)
{
	static const char *const defaults[] = {"8", "16", "48x24x24x24", NULL};
	return run_all(argc, argv,
		       "staggered [L or TxXxYxZ ...] [--threads=N,...] [options]: staggered hops and iterations of CG\n"
		       "  volumes: 8 16 48x24x24x24 unless said; threads: 1 and all\n",
		       defaults);
}
