/* bench/wilson.c: even-odd Wilson hops, even from odd: GFLOP/s (1320 per output site and right-hand side), compulsory
 * GB/s, fraction of the roofline. xpay is 0.3 x + H in (1368), clover T x + H in with the clover term T (1848).
 *
 *   build/bench/wilson [L or TxXxYxZ ...] [--threads=N,...] [--benchmark_filter=REGEX ...]
 *
 * Volumes are 8 16 48x24x24x24 32 unless said, threads one and all. Each row is verified against the scalar operator in
 * double before it is timed; the random links, the input and that reference are made once per volume. See shim.h.
 *
 * A new kind of row is a line of `kinds` below, and if it is more than another tag four functions as in wilson.inc:
 *
 *   lqcd_status create(void **context, const kind *k, const world *w)   fields and operator from w->u and w->in;
 *                                                right-hand side n is (1 + n) times w->in
 *   void run(void *context)                      the hop
 *   void result(void *context, int n, lqcd_spinor_field_d *out)         its output of right-hand side n, as doubles
 *   void destroy(void *context)                  also of a context that create left unfinished; NULL is harmless */
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
	int small_only; /* a row of the first volume alone */
	int added;      /* to H in: nothing, 0.3 x, T x */
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

/* ---- the fields of one volume, shared by its rows ---- */

static struct {
	const bench_volume *volume; /* NULL: empty */
	world w;
} shared;

static void world_close(void)
{
	if (!shared.volume) return;
	lqcd_gauge_field_destroy(&shared.w.u);
	lqcd_spinor_field_destroy(&shared.w.in);
	lqcd_spinor_field_destroy(&shared.w.out);
	lqcd_spinor_field_destroy(&shared.w.tmp);
	lqcd_spinor_field_destroy(&shared.w.x);
	lqcd_spinor_field_destroy(&shared.w.term);
	lqcd_lattice_destroy(&shared.w.lat);
	shared.volume = NULL;
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
	if (s == LQCD_OK) lqcd_clover_mul(&w->term, &reference, &w->x, 0);
	lqcd_wilson_destroy(&reference);
	w->norm = sqrt(lqcd_spinor_field_norm2(&w->out));
	return s;
}

/** Made by all threads: the rows that follow only read it. */
static lqcd_status world_open(const bench_volume *v, int threads)
{
	if (shared.volume == v) return LQCD_OK;
	world_close();
	fprintf(stderr, "# %s: links, and the reference\n", v->name);
	memset(&shared, 0, sizeof shared);
	shared.volume = v;
	roofline_threads(roofline_threads_max());
	const lqcd_status s = world_make(&shared.w, v->extent);
	roofline_threads(threads);
	if (s != LQCD_OK) world_close();
	return s;
}

/* ---- rows ---- */

typedef struct {
	const kind *k;
	const bench_volume *v;
	int threads;
	void *context;
} plan;

static void *setup(void *p, const char **why)
{
	plan *self = (plan *)p;
	lqcd_status s = world_open(self->v, self->threads);
	self->context = NULL;
	if (s == LQCD_OK) s = self->k->create(&self->context, self->k, &shared.w);
	if (s == LQCD_OK) return self;
	*why = lqcd_status_text(s);
	self->k->destroy(self->context);
	return NULL;
}

static void teardown(void *p)
{
	plan *self = (plan *)p;
	self->k->destroy(self->context);
}

static void run(void *p)
{
	plan *self = (plan *)p;
	self->k->run(self->context);
}

/** Largest relative difference, over the right-hand sides. */
static double verify(void *p)
{
	plan *self = (plan *)p;
	world *w = &shared.w;
	double worst = 0;
	self->k->run(self->context);
	for (int n = 0; n < self->k->rhs; n++) {
		lqcd_spinor_field_zero(&w->tmp);
		self->k->result(self->context, n, &w->tmp);
		lqcd_spinor_field_axpy(&w->tmp, -(1.0 + n), &w->out);
		const double error = sqrt(lqcd_spinor_field_norm2(&w->tmp)) / ((1 + n) * w->norm);
		if (!(error <= worst)) worst = error;
	}
	return worst;
}

static void add(plan *p, const kind *k, const bench_volume *v, int threads)
{
	bench_row row;
	const int *e = v->extent;
	const double sites = 0.5 * e[0] * e[1] * (double)e[2] * e[3];
	memset(&row, 0, sizeof row);
	p->k = k;
	p->v = v;
	p->threads = threads;
	row.kernel = k->kernel;
	row.tag = k->tag;
	row.storage = k->storage;
	memcpy(row.volume, v->name, sizeof row.volume);
	row.reals = k->reals;
	row.rhs = k->rhs;
	row.threads = threads;
	row.is_double = k->is_double;
	row.access = ROOF_READ; /* mostly */
	row.sites = 2 * sites;
	row.flop = LQCD_WILSON_FLOPS * k->rhs * sites;
	row.bytes = (8 * k->reals * k->link_real + 16 * LQCD_NC * k->spinor_real * k->rhs + k->extra) * sites;
	if (k->added) row.bytes += (8 * LQCD_NC * k->spinor_real + 0.5 * k->extra) * sites;
	if (k->added == 1) row.flop += 16 * LQCD_NC * sites;
	if (k->added == 2) {
		row.flop += LQCD_CLOVER_FLOPS * sites;
		row.bytes += (double)(k->is_double ? sizeof(lqcd_clover_d) : sizeof(lqcd_clover_f)) * sites;
	}
	row.set = row.bytes;
	row.tolerance = k->tolerance;
	row.plan = p;
	row.setup = setup;
	row.verify = verify;
	row.run = run;
	row.teardown = teardown;
	bench_add(&row);
}

int main(int argc, char **argv)
{
	static const char *const defaults[] = {"8", "16", "48x24x24x24", "32", NULL};
	static bench_list list;
	bench_begin(&argc, argv,
		    "wilson [L or TxXxYxZ ...] [--threads=N,...] [options]: Wilson hops\n"
		    "  volumes: 8 16 48x24x24x24 32 unless said; threads: 1 and all\n");
	if (bench_volumes(argc, argv, defaults, &list)) return 2;
	plan *plans = (plan *)calloc((size_t)(list.volumes * n_kinds * list.threads), sizeof *plans), *next = plans;
	if (!plans) return 1;
	for (int v = 0; v < list.volumes; v++)
		for (int k = 0; k < n_kinds; k++) {
			if ((kinds[k].small_only && v) || !bench_lanes_fit(list.volume + v, kinds[k].lanes)) continue;
			for (int t = 0; t < list.threads; t++) add(next++, kinds + k, list.volume + v, list.thread[t]);
		}
	const int status = bench_run();
	world_close();
	free(plans);
	return status;
}
