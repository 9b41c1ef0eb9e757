/* bench/wilson.c: even-odd Wilson hops, even from odd: GFLOP/s (1320 per output site and right-hand side), compulsory
 * GB/s, fraction of the roofline. xpay is 0.3 x + H in (1368), clover T x + H in with the clover term T (1848).
 *
 *   build/bench/wilson [L or TxXxYxZ ...] [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 * Volumes are 8 16 48x24x24x24 32 by default, with one and with all threads. Each row is verified against the scalar
 * operator in double before it is timed; the random links, the input and that reference are made once per volume. See
 * shim.h.
 *
 * To add a kind of row, add a line to `kinds` below, and, unless it is just another tag, four functions as in
 * wilson.inc:
 *
 *   lqcd_status create(void **context, const kind *k, const world *w)   fields and operator from w->u and w->in;
 *                                                right-hand side n is (1 + n) times w->in
 *   void run(void *context)                      the hop
 *   void result(void *context, int n, lqcd_spinor_field_d *out)         its output of right-hand side n, as doubles
 *   void destroy(void *context)                  also for a context that create left unfinished; NULL is harmless */
#include "common.h"

typedef struct {
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	lqcd_spinor_field_d in, out, tmp; /* odd; even: H in; even */
	lqcd_spinor_field_d x, term;      /* even; even: T x */
	double norm;                      /* |out| */
} world;

typedef struct kind_ kind;
struct kind_ {
	const char *kernel, *tag, *storage;
	int reals, rhs, lanes, is_double;
	double link_real, spinor_real,
		extra; /* bytes per stored real of links and spinors; more bytes per site, as norms */
	double tolerance;
	int small_only; /* a row of the first volume only */
	int added;      /* added to H in: nothing, 0.3 x, T x */
	lqcd_status (*create)(void **context, const kind *k, const world *w);
	void (*run)(void *context);
	void (*result)(void *context, int n, lqcd_spinor_field_d *out);
	void (*destroy)(void *context);
};

static lqcd_link_storage storage_of(int reals)
{
	return reals == 18 ? LQCD_LINK_18 : reals == 12 ? LQCD_LINK_12 : LQCD_LINK_8;
}

#define LQCD_TAG f
#include "wilson.inc"
#define LQCD_TAG d
#include "wilson.inc"
#define LQCD_TAG vf
#include "wilson.inc"
#define LQCD_TAG vd
#include "wilson.inc"
#define LQCD_TAG vh
#include "wilson.inc"

#define HOP(tag)      0, hop_create_##tag, hop_run_##tag, hop_result_##tag, hop_destroy_##tag
#define XPAY(tag)     1, sum_create_##tag, sum_run_##tag, sum_result_##tag, hop_destroy_##tag
#define CLOVER(tag)   2, sum_create_##tag, sum_run_##tag, sum_result_##tag, hop_destroy_##tag
#define MULTI(tag)    0, multi_create_##tag, multi_run_##tag, multi_result_##tag, multi_destroy_##tag
#define OVER_RHS(tag) 0, over_rhs_create_##tag, multi_run_##tag, multi_result_##tag, multi_destroy_##tag
#define F32           4, 4, 0, 2e-6
#define F64           8, 8, 0, 1e-14
#define F16           2, 2, 8, 2e-4 /* two norms */

static const kind kinds[] = {
	/* kernel, tag, storage, reals, rhs, lanes, is_double, bytes and tolerance, small_only, functions */
	{"wilson/hop", "f", "f32", 18, 1, 1, 0, F32, 1, HOP(f)},
	{"wilson/hop", "d", "f64", 18, 1, 1, 1, F64, 1, HOP(d)},
	{"wilson/hop", "vf", "f32", 18, 1, LQCD_LANES_vf, 0, F32, 0, HOP(vf)},
	{"wilson/hop", "vd", "f64", 18, 1, LQCD_LANES_vd, 1, F64, 0, HOP(vd)},
	{"wilson/hop", "vf", "f32", 12, 1, LQCD_LANES_vf, 0, F32, 0, HOP(vf)},
	{"wilson/hop", "vd", "f64", 12, 1, LQCD_LANES_vd, 1, F64, 0, HOP(vd)},
	{"wilson/hop", "vh", "f16", 18, 1, LQCD_LANES_vf, 0, F16, 0, HOP(vh)},
	{"wilson/hop", "vh", "f16", 12, 1, LQCD_LANES_vf, 0, F16, 0, HOP(vh)},
	{"wilson/hop", "vf", "f32", 8, 1, LQCD_LANES_vf, 0, F32, 0, HOP(vf)},
	{"wilson/hop", "vd", "f64", 8, 1, LQCD_LANES_vd, 1, F64, 0, HOP(vd)},
	{"wilson/xpay", "vf", "f32", 18, 1, LQCD_LANES_vf, 0, F32, 0, XPAY(vf)},
	{"wilson/xpay", "vd", "f64", 18, 1, LQCD_LANES_vd, 1, F64, 0, XPAY(vd)},
	{"wilson/xpay", "vh", "f16", 18, 1, LQCD_LANES_vf, 0, F16, 0, XPAY(vh)},
	{"wilson/clover", "vf", "f32", 18, 1, LQCD_LANES_vf, 0, F32, 0, CLOVER(vf)},
	{"wilson/clover", "vd", "f64", 18, 1, LQCD_LANES_vd, 1, F64, 0, CLOVER(vd)},
	{"wilson/clover", "vf", "f32", 12, 1, LQCD_LANES_vf, 0, F32, 0, CLOVER(vf)},
	{"wilson/clover", "vd", "f64", 12, 1, LQCD_LANES_vd, 1, F64, 0, CLOVER(vd)},
	{"wilson/clover", "vh", "f16", 18, 1, LQCD_LANES_vf, 0, F16, 0, CLOVER(vh)},
	{"wilson/multi", "vf", "f32", 18, 2, LQCD_LANES_vf, 0, F32, 1, MULTI(vf)},
	{"wilson/multi", "vf", "f32", 18, 4, LQCD_LANES_vf, 0, F32, 1, MULTI(vf)},
	{"wilson/multi", "vf", "f32", 18, 8, LQCD_LANES_vf, 0, F32, 0, MULTI(vf)},
	{"wilson/multi", "vf", "f32", 12, 8, LQCD_LANES_vf, 0, F32, 0, MULTI(vf)},
	{"wilson/multi", "vf", "f32", 18, 16, LQCD_LANES_vf, 0, F32, 1, MULTI(vf)},
	{"wilson/multi", "vd", "f64", 18, 8, LQCD_LANES_vd, 1, F64, 0, MULTI(vd)},
	{"wilson/over_rhs", "vf", "f32", 18, 16, 1, 0, F32, 1, OVER_RHS(vf)},
	{"wilson/over_rhs", "vd", "f64", 18, 8, 1, 1, F64, 1, OVER_RHS(vd)},
};
enum { n_kinds = sizeof kinds / sizeof *kinds };

/* ---- the fields of one volume, shared by its rows (hops.inc) ---- */

static void world_destroy(world *w)
{
	lqcd_gauge_field_destroy(&w->u);
	lqcd_spinor_field_destroy(&w->in);
	lqcd_spinor_field_destroy(&w->out);
	lqcd_spinor_field_destroy(&w->tmp);
	lqcd_spinor_field_destroy(&w->x);
	lqcd_spinor_field_destroy(&w->term);
}

static lqcd_status world_make(world *w, const int *extent)
{
	lqcd_wilson_d reference;
	lqcd_status s = lqcd_lattice_create(&w->lat, extent, NULL, NULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&w->u, &w->lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->in, &w->lat, LQCD_ODD);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->out, &w->lat, LQCD_EVEN);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->tmp, &w->lat, LQCD_EVEN);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->x, &w->lat, LQCD_EVEN);
	if (s == LQCD_OK) s = lqcd_spinor_field_create(&w->term, &w->lat, LQCD_EVEN);
	if (s != LQCD_OK) return s;
	lqcd_gauge_field_random(&w->u, 1, 0);
	lqcd_spinor_field_gaussian(&w->in, 2, 0);
	lqcd_spinor_field_gaussian(&w->x, 3, 0);
	s = lqcd_wilson_create(&reference, &w->u, 0.1, LQCD_ANTIPERIODIC);
	if (s != LQCD_OK) return s;
	lqcd_wilson_hop(&w->out, &reference, &w->in, 0);
	const lqcd_clover_params clover = lqcd_clover_params_default();
	s = lqcd_clover_add(&reference, &w->u, &clover, NULL);
	const lqcd_dirac_d d = lqcd_wilson_dirac(&reference);
	if (s == LQCD_OK) lqcd_dirac_term(&w->term, &d, &w->x, 0, 0);
	lqcd_wilson_destroy(&reference);
	w->norm = sqrt(lqcd_spinor_field_norm2(&w->out));
	return s;
}

/* ---- rows ---- */

/** Largest relative difference, over the right-hand sides. */
static double differs(world *w, const kind *k, void *context)
{
	double worst = 0;
	k->run(context);
	for (int n = 0; n < k->rhs; n++) {
		lqcd_spinor_field_zero(&w->tmp);
		k->result(context, n, &w->tmp);
		lqcd_spinor_field_axpy(&w->tmp, -(1.0 + n), &w->out);
		const double error = sqrt(lqcd_spinor_field_norm2(&w->tmp)) / ((1 + n) * w->norm);
		if (!(error <= worst)) worst = error;
	}
	return worst;
}

static void costs(bench_row *row, const kind *k, double sites)
{
	row->reals = k->reals;
	row->flop = LQCD_WILSON_FLOPS * k->rhs * sites;
	row->bytes = (8 * k->reals * k->link_real + 16 * LQCD_NC * k->spinor_real * k->rhs + k->extra) * sites;
	if (k->added) row->bytes += (8 * LQCD_NC * k->spinor_real + 0.5 * k->extra) * sites;
	if (k->added == 1) row->flop += 16 * LQCD_NC * sites;
	if (k->added == 2) {
		row->flop += LQCD_CLOVER_FLOPS * sites;
		row->bytes += (double)(k->is_double ? sizeof(lqcd_clover_d) : sizeof(lqcd_clover_f)) * sites;
	}
	row->set = row->bytes;
}

#include "hops.inc"

int main(int argc, char **argv)
{
	static const char *const defaults[] = {"8", "16", "48x24x24x24", "32", NULL};
	return run_all(argc, argv,
		       "wilson [L or TxXxYxZ ...] [--threads=N,...] [options]: Wilson hops\n"
		       "  volumes: 8 16 48x24x24x24 32 unless said; threads: 1 and all\n",
		       defaults);
}
