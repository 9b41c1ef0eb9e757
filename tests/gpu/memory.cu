/* tests/gpu/memory.cu: everything that allocates on a device, when an allocation fails: the status, a message that says what the
 * memory was for, and nothing left behind. Where kernels run on the host, allocation k fails in turn, of the host or of the
 * "device"; on a device, those of the host, and then all of a card that is full. */
#include "../support/alloc_hook.h"

#include <lqcd.h>

#include "device.h"

static lqcd_lattice lat;
static lqcd_gpu_lattice there, second;
static lqcd_gauge_field_d host;
static lqcd_spinor_field_d host_x, host_b;
static lqcd_gauge_field_gd links, smooth; /* what functions with work fields work on */
static lqcd_gauge_field_gf low;
static lqcd_spinor_field_gd x, b;
static lqcd_wilson_gd wilson;
static lqcd_flow_gd flow;
static lqcd_hmc_gd trajectory;
static lqcd_pseudofermion_gd quarks;
static lqcd_gpu_inverter inverter, on;
static lqcd_wilson_gf wilson_low;
static lqcd_multigrid_gf grid;
static lqcd_spinor_field_gd columns[LQCD_COLUMNS]; /* x in each column */
static lqcd_meson_spins mesons[16];
#if LQCD_NC == 3
static lqcd_baryon_spins protons[16];
#endif
static double loop[4];

/* The objects that are made. */
static lqcd_spinor_field_gf spinor_f;
static lqcd_spinor_field_gd spinor_d;
static lqcd_spinor_field_gh spinor_h;
static lqcd_multi_spinor_field_gf multi_f;
static lqcd_multi_spinor_field_gd multi_d;
static lqcd_multi_spinor_field_gh multi_h;
static lqcd_gauge_field_gf links_f;
static lqcd_gauge_field_gd links_d;
static lqcd_wilson_gf wilson_f;
static lqcd_wilson_gd wilson_d;
static lqcd_wilson_gh wilson_h;
static lqcd_action_gf action_f;
static lqcd_action_gd action_d;
static lqcd_flow_gf flow_f;
static lqcd_flow_gd flow_d;
static lqcd_hmc_gf hmc_f;
static lqcd_hmc_gd hmc_d;
static lqcd_domain_wall_gd wall_d;
static lqcd_domain_wall_gh wall_h;
static lqcd_multi_spinor_field_gd wall_field;
static lqcd_pseudofermion_gf two_f;
static lqcd_pseudofermion_gd two_d;
static lqcd_rhmc_gf one_f;
static lqcd_rhmc_gd one_d;
static lqcd_spinor_field_gf propagator_f[LQCD_COLUMNS];
static lqcd_spinor_field_gd propagator_d[LQCD_COLUMNS];
static lqcd_multigrid_gf grid_f;
static lqcd_multigrid_gh grid_h;
static const int origin[4] = {0, 0, 0, 0};

static void nothing(void)
{
}

template <class W> static lqcd_status make_wilson(W *dirac, lqcd_link_storage storage)
{
	return lqcd_wilson_create_on(dirac, &there, lqcd_gauge_field_view(&host), 0.5, LQCD_PERIODIC, storage);
}

template <class W, class U> static lqcd_status make_clover(W *dirac, const U &u)
{
	lqcd_clover_params p = lqcd_clover_params_default();
	p.csw = 1.2;
	lqcd_status s = make_wilson(dirac, LQCD_LINK_12);
	if (s != LQCD_OK) return s;
	s = lqcd_clover_add(dirac, u, &p, &why);
	if (s != LQCD_OK) lqcd_wilson_destroy(dirac);
	return s;
}

template <class W> static lqcd_status make_wall(W *dirac)
{
	const lqcd_domain_wall_params p = lqcd_domain_wall_params_make(4, 1.8, 0.1, 1.5, 0.5);
	return lqcd_domain_wall_create_on(dirac, &there, lqcd_gauge_field_view(&host), &p, LQCD_PERIODIC, LQCD_LINK_12);
}

/* The wall operator and a field for it. */
static lqcd_status make_wall_field(void)
{
	lqcd_status s = make_wall(&wall_d);
	if (s == LQCD_OK) s = lqcd_domain_wall_field(&wall_field, &wall_d, LQCD_FULL);
	if (s != LQCD_OK) lqcd_domain_wall_destroy(&wall_d);
	return s;
}

template <class H> static lqcd_status make_hmc(H *hmc)
{
	const lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.7, LQCD_C1_IWASAKI, 1);
	return lqcd_hmc_create(hmc, &there, &chain);
}

static lqcd_status make_hyp(void)
{
	static const double alpha[3] = {0.75, 0.6, 0.3};
	return lqcd_smear_hyp(&smooth, &links, alpha, LQCD_PROJECT_TRACE);
}

static lqcd_multigrid_params few_vectors(void)
{
	lqcd_multigrid_params p = lqcd_multigrid_params_default();
	p.vectors = 2;
	p.initial = p.rounds = 1;
	return p;
}

static lqcd_status make_multigrid(lqcd_multigrid_gf *mg)
{
	const lqcd_multigrid_params p = few_vectors();
	return lqcd_multigrid_create(mg, &wilson_low, &p, &why);
}

static lqcd_status make_multigrid_h(void)
{
	const lqcd_multigrid_params p = few_vectors();
	lqcd_status s = make_wilson(&wilson_h, LQCD_LINK_12);
	if (s == LQCD_OK) s = lqcd_multigrid_create(&grid_h, &wilson_h, &p, &why);
	if (s != LQCD_OK) lqcd_wilson_destroy(&wilson_h);
	return s;
}

static lqcd_status make_multigrid_solve(void)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_spinor_field_zero(&x);
	return lqcd_wilson_solve_multigrid(&x, &wilson, &grid, &b, &p).status;
}

static lqcd_status make_multigrid_many(void)
{
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_solve_result results[2];
	lqcd_multi_spinor_field_gd to, from;
	lqcd_status s = lqcd_multi_spinor_field_create(&to, &there, LQCD_FULL, 2);
	if (s != LQCD_OK) return s;
	s = lqcd_multi_spinor_field_create(&from, &there, LQCD_FULL, 2);
	if (s == LQCD_OK) s = lqcd_multi_spinor_field_put(&from, 1, lqcd_spinor_field_view(&host_x));
	if (s == LQCD_OK) s = lqcd_wilson_solve_multigrid(&to, &wilson, &grid, &from, &p, results);
	lqcd_multi_spinor_field_destroy(&to);
	lqcd_multi_spinor_field_destroy(&from);
	return s;
}

static lqcd_status make_solve(lqcd_method method)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = 1e-3;
	const auto d = lqcd_wilson_dirac(&wilson);
	return lqcd_dirac_solve(&x, &d, &b, method, &p).status;
}

static lqcd_status make_inverter(lqcd_precision inner)
{
	return lqcd_inverter_create_view(&inverter, lqcd_gauge_field_view(&host), 0.5, LQCD_PERIODIC, LQCD_BICGSTAB, inner);
}

static lqcd_status make_inverter_term(void)
{
	lqcd_clover_params p = lqcd_clover_params_default();
	p.csw = 1.2;
	lqcd_status s = make_inverter(LQCD_HALF);
	if (s == LQCD_OK) s = lqcd_inverter_add_clover(&inverter, &host, &p, &why);
	if (s != LQCD_OK) lqcd_inverter_destroy(&inverter);
	return s;
}

static lqcd_status make_inverter_on(lqcd_gpu_inverter *to)
{
	return lqcd_inverter_create_on(to, &there, lqcd_gauge_field_view(&host), 0.5, LQCD_PERIODIC, LQCD_CG, LQCD_FLOAT);
}

/* On the device, and by way of fields that the first call makes. */
static lqcd_status make_inverter_solve(int by_host)
{
	lqcd_solve_params p = lqcd_solve_params_default();
	p.tolerance = 1e-3;
	return by_host ? lqcd_inverter_solve(&on, &host_x, &host_b, &p).status : lqcd_inverter_solve(&on, &x, &b, &p).status;
}

static void forget_fields(void)
{
	lqcd_spinor_field_destroy(&on.gd.x);
	lqcd_spinor_field_destroy(&on.gd.b);
}

/* What a solve of many right-hand sides keeps for the next one. */
static void forget_many(void)
{
	lqcd__multi_mg_drop_gf(&grid);
}

/* A second step needs no new fields: forget those of the first. */
static void forget_steps(void)
{
	lqcd_gauge_field_destroy(&flow.start);
	lqcd_gauge_field_destroy(&flow.second);
}

/* large: on a full card it fails for the memory of the device. */
static const struct {
	const char *name;
	lqcd_status (*make)(void);
	void (*drop)(void);
	int large;
} table[] = {
	{"lqcd_gpu_lattice_create", [] { return lqcd_gpu_lattice_create(&second, &gpu, &lat, NULL); }, [] { lqcd_gpu_lattice_destroy(&second); }, 0},
	{"lqcd_spinor_field_create_gf", [] { return lqcd_spinor_field_create(&spinor_f, &there, LQCD_FULL); }, [] { lqcd_spinor_field_destroy(&spinor_f); }, 1},
	{"lqcd_spinor_field_create_gd", [] { return lqcd_spinor_field_create(&spinor_d, &there, LQCD_ODD); }, [] { lqcd_spinor_field_destroy(&spinor_d); }, 1},
	{"lqcd_spinor_field_create_gh", [] { return lqcd_spinor_field_create(&spinor_h, &there, LQCD_FULL); }, [] { lqcd_spinor_field_destroy(&spinor_h); }, 1},
	{"lqcd_multi_spinor_field_create_gf", [] { return lqcd_multi_spinor_field_create(&multi_f, &there, LQCD_FULL, 3); }, [] { lqcd_multi_spinor_field_destroy(&multi_f); }, 1},
	{"lqcd_multi_spinor_field_create_gd", [] { return lqcd_multi_spinor_field_create(&multi_d, &there, LQCD_FULL, 3); }, [] { lqcd_multi_spinor_field_destroy(&multi_d); }, 1},
	{"lqcd_multi_spinor_field_create_gh", [] { return lqcd_multi_spinor_field_create(&multi_h, &there, LQCD_FULL, 3); }, [] { lqcd_multi_spinor_field_destroy(&multi_h); }, 1},
	{"lqcd_gauge_field_create_gf", [] { return lqcd_gauge_field_create(&links_f, &there, LQCD_FULL); }, [] { lqcd_gauge_field_destroy(&links_f); }, 1},
	{"lqcd_gauge_field_create_gd", [] { return lqcd_gauge_field_create(&links_d, &there, LQCD_EVEN); }, [] { lqcd_gauge_field_destroy(&links_d); }, 1},
	{"lqcd_wilson_create_on_gf", [] { return make_wilson(&wilson_f, LINKS_LEAST); }, [] { lqcd_wilson_destroy(&wilson_f); }, 1},
	{"lqcd_wilson_create_on_gd", [] { return make_wilson(&wilson_d, LQCD_LINK_18); }, [] { lqcd_wilson_destroy(&wilson_d); }, 1},
	{"lqcd_wilson_create_on_gh", [] { return make_wilson(&wilson_h, LQCD_LINK_12); }, [] { lqcd_wilson_destroy(&wilson_h); }, 1},
	{"lqcd_action_create_gf", [] { return lqcd_action_create(&action_f, &there, LQCD_C1_DBW2); }, [] { lqcd_action_destroy(&action_f); }, 1},
	{"lqcd_action_create_gd", [] { return lqcd_action_create(&action_d, &there, LQCD_C1_DBW2); }, [] { lqcd_action_destroy(&action_d); }, 1},
	{"lqcd_flow_create_gf", [] { return lqcd_flow_create(&flow_f, &there, LQCD_FLOW_WILSON); }, [] { lqcd_flow_destroy(&flow_f); }, 1},
	{"lqcd_flow_create_gd", [] { return lqcd_flow_create(&flow_d, &there, LQCD_FLOW_ZEUTHEN); }, [] { lqcd_flow_destroy(&flow_d); }, 1},
	{"lqcd_hmc_create_gf", [] { return make_hmc(&hmc_f); }, [] { lqcd_hmc_destroy(&hmc_f); }, 1},
	{"lqcd_hmc_create_gd", [] { return make_hmc(&hmc_d); }, [] { lqcd_hmc_destroy(&hmc_d); }, 1},
	{"lqcd_inverter_create", [] { return make_inverter(LQCD_SAME_PRECISION); }, [] { lqcd_inverter_destroy(&inverter); }, 0},
	{"lqcd_inverter_create, mixed", [] { return make_inverter(LQCD_FLOAT); }, [] { lqcd_inverter_destroy(&inverter); }, 0},
	{"lqcd_inverter_create, 16 bits and a clover term", make_inverter_term, [] { lqcd_inverter_destroy(&inverter); }, 0},
	{"lqcd_clover_add_gf", [] { return make_clover(&wilson_f, &low); }, [] { lqcd_wilson_destroy(&wilson_f); }, 1},
	{"lqcd_clover_add_gd", [] { return make_clover(&wilson_d, &links); }, [] { lqcd_wilson_destroy(&wilson_d); }, 1},
	{"lqcd_clover_add_gh, links of the host", [] { return make_clover(&wilson_h, lqcd_gauge_field_view(&host)); }, [] { lqcd_wilson_destroy(&wilson_h); }, 1},
	{"lqcd_domain_wall_create_on_gh", [] { return make_wall(&wall_h); }, [] { lqcd_domain_wall_destroy(&wall_h); }, 1},
	{"lqcd_domain_wall_field_gd", make_wall_field, [] { lqcd_multi_spinor_field_destroy(&wall_field); lqcd_domain_wall_destroy(&wall_d); }, 1},
	{"lqcd_pseudofermion_create_gf", [] { return lqcd_pseudofermion_create(&two_f, &there, 0.1, LQCD_PERIODIC); }, [] { lqcd_pseudofermion_destroy(&two_f); }, 1},
	{"lqcd_pseudofermion_create_gd", [] { return lqcd_pseudofermion_create(&two_d, &there, 0.1, LQCD_PERIODIC); }, [] { lqcd_pseudofermion_destroy(&two_d); }, 1},
	{"lqcd_rhmc_create_gf", [] { return lqcd_rhmc_create(&one_f, &there, 0.1, LQCD_PERIODIC, 1e-2, 100, 1e-6); }, [] { lqcd_rhmc_destroy(&one_f); }, 1},
	{"lqcd_rhmc_create_gd", [] { return lqcd_rhmc_create(&one_d, &there, 0.1, LQCD_PERIODIC, 1e-2, 100, 1e-6); }, [] { lqcd_rhmc_destroy(&one_d); }, 1},
	{"lqcd_multigrid_create_gf", [] { return make_multigrid(&grid_f); }, [] { lqcd_multigrid_destroy(&grid_f); }, 1},
	{"lqcd_multigrid_create_gh", make_multigrid_h, [] { lqcd_multigrid_destroy(&grid_h); lqcd_wilson_destroy(&wilson_h); }, 1},
	{"lqcd_inverter_create_on", [] { return make_inverter_on(&inverter); }, [] { lqcd_inverter_destroy(&inverter); }, 1},
	{"lqcd_propagator_create_gf", [] { return lqcd_propagator_create(propagator_f, &there); }, [] { lqcd_propagator_destroy(propagator_f); }, 1},
	{"lqcd_propagator_create_gd", [] { return lqcd_propagator_create(propagator_d, &there); }, [] { lqcd_propagator_destroy(propagator_d); }, 1},
	/* Work fields. */
	{"lqcd_inverter_solve, gd", [] { return make_inverter_solve(0); }, nothing, 1},
	{"lqcd_inverter_solve, d", [] { return make_inverter_solve(1); }, forget_fields, 1},
	{"lqcd_source_wuppertal_gd", [] { return lqcd_source_wuppertal(&x, &links, 0.1, 1); }, nothing, 1},
	{"lqcd_source_jacobi_gd", [] { return lqcd_source_jacobi(&x, &links, 0.1, 2); }, nothing, 1},
	{"lqcd_meson_correlators_gd", [] { return lqcd_meson_correlators(mesons, columns, columns, origin, NULL, 1); }, nothing, 1},
#if LQCD_NC == 3
	{"lqcd_proton_correlators_gd", [] { return lqcd_proton_correlators(protons, columns, columns, origin, NULL, 1); }, nothing, 1},
#endif
	{"lqcd_gauge_field_put_gd", [] { return lqcd_gauge_field_put(&links, lqcd_gauge_field_view(&host)); }, nothing, 0},
	{"lqcd_spinor_field_put_gd", [] { return lqcd_spinor_field_put(&x, lqcd_spinor_field_view(&host_x)); }, nothing, 0},
	{"lqcd_flow_adaptive_gd", [] { return lqcd_flow_adaptive(&flow, &links, flow.t + 0.01, 1e-3); }, forget_steps, 1},
	{"lqcd_smear_hyp_gd", make_hyp, nothing, 1},
	{"lqcd_smear_stout_force_gd", [] { return lqcd_smear_stout_force(&smooth, &smooth, &links, 0.1, 4); }, nothing, 1},
	{"lqcd_wilson_loops, gd", [] { return lqcd_wilson_loops(loop, NULL, &links, 2, 2); }, nothing, 1},
	{"lqcd_wilson_loops, gf", [] { return lqcd_wilson_loops(loop, NULL, &low, 2, 2); }, nothing, 1},
	{"lqcd_hmc_trajectory_gd with quarks", [] { return lqcd_hmc_trajectory(&trajectory, &links); }, nothing, 0},
	{"lqcd_wilson_solve_multigrid", make_multigrid_solve, nothing, 1},
	{"lqcd_wilson_solve_multigrid, many", make_multigrid_many, forget_many, 1},
	{"lqcd_dirac_solve, CG", [] { return make_solve(LQCD_CG); }, nothing, 1},
	{"lqcd_dirac_solve, BiCGStab", [] { return make_solve(LQCD_BICGSTAB); }, nothing, 1},
};
enum { ENTRIES = sizeof table / sizeof *table };

/* Whether the call that returned s failed for memory, and the lattice of the host has these words about it. What computes may
 * also return LQCD_NAN, when only the lattice of the device knows: device/lattice.h. */
static int failed_for_memory(int n, lqcd_status s, const char *words)
{
	const int computes = table[n].drop == nothing || table[n].drop == forget_steps || table[n].drop == forget_fields;
	const lqcd_message text = *why.text ? why : lqcd_lattice_why(&lat, LQCD_ERR_MEMORY);
	const lqcd_status kept = lqcd_gpu_lattice_status(&there, NULL);
	const int good = (s == LQCD_ERR_MEMORY || (computes && s == LQCD_NAN && kept == LQCD_ERR_MEMORY)) && strstr(text.text, words);
	memset(&why, 0, sizeof why);
	if (!good) printf("# status %d, kept %d, \"%s\"\n", (int)s, (int)kept, text.text);
	return good;
}

/* Allocation k fails, k = 1, 2, .. */
static void check_each(int n)
{
	const long live = hook.live;
	int good = 1, k = 0;
	lqcd_status s;
	do {
		hook.calls = 0;
		hook.fail_at = ++k;
		s = table[n].make();
		hook.fail_at = 0;
		if (hook.calls < k) break;
		if (table[n].drop == forget_steps || table[n].drop == forget_fields || table[n].drop == forget_many) table[n].drop();
		good = failed_for_memory(n, s, "no memory for") && hook.live == live;
	} while (good && k < 1000);
	const int made = s == LQCD_OK;
	if (made) table[n].drop();
	tap_ok(good && made && hook.live == live && (LQCD_DEVICE_COMPILER || k > 1), "%s: each of %d allocations fails, %ld blocks left",
	       table[n].name, k - 1, hook.live - live);
}

#if LQCD_DEVICE_COMPILER
/* The card is full: but for less than a field. */
static void check_full(void)
{
	enum { CHUNKS = 512 };
	static void *chunk[CHUNKS];
	int chunks = 0;
	size_t left, all, after;
	done(lqcd_gpu_room(&gpu, &left, &all, &why));
	for (size_t bytes = left; bytes >= 1 << 20 && chunks < CHUNKS; bytes /= 2)
		while (chunks < CHUNKS && lqcd_gpu_alloc(&gpu, &chunk[chunks], bytes, NULL) == LQCD_OK) chunks++;
	for (int n = 0; n < ENTRIES; n++) {
		if (!table[n].large) continue;
		done(lqcd_gpu_room(&gpu, &left, &all, &why));
		const lqcd_status s = table[n].make();
		const int good = failed_for_memory(n, s, "bytes were asked for, ");
		done(lqcd_gpu_room(&gpu, &after, &all, &why));
		tap_ok(good && after == left, "%s: no memory, %ld bytes left behind", table[n].name,
		       (long)left - (long)after);
	}
	while (chunks) lqcd_gpu_free(&gpu, chunk[--chunks]);
}
#else
static void check_full(void)
{
	size_t left = 1, all = 1;
	done(lqcd_gpu_room(&gpu, &left, &all, &why));
	tap_ok(!left && !all, "the host as a device has no memory of its own");
}
#endif

int main(void)
{
	static const int small[4] = {4, 4, 4, 4}, large[4] = {16, 16, 16, 16};
	lqcd_message text = {""};
	void *p = &text;
	gpu_begin();
	must(lqcd_lattice_create(&lat, LQCD_DEVICE_COMPILER ? large : small, NULL, NULL));
	done(lqcd_gpu_lattice_create(&there, &gpu, &lat, &why));
	must(lqcd_gauge_field_create(&host, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&host_x, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&host_b, &lat, LQCD_FULL));
	lqcd_gauge_field_unit(&host);
	lqcd_spinor_field_gaussian(&host_b, tap_random_u64(), 0);
	must(lqcd_gauge_field_create(&links, &there, LQCD_FULL));
	must(lqcd_gauge_field_create(&smooth, &there, LQCD_FULL));
	must(lqcd_gauge_field_create(&low, &there, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &there, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &there, LQCD_FULL));
	for (int k = 0; k < LQCD_COLUMNS; k++) columns[k] = x;
	must(make_wilson(&wilson, LQCD_LINK_18));
	must(make_inverter_on(&on));
	must(make_wilson(&wilson_low, LQCD_LINK_12));
	must(make_multigrid(&grid));
	must(lqcd_flow_create(&flow, &there, LQCD_FLOW_WILSON));
	lqcd_hmc_chain numbers = lqcd_hmc_chain_make(5.7, 0, 1);
	numbers.length = 0.1;
	numbers.level[0].steps = 1;
	must(lqcd_hmc_create(&trajectory, &there, &numbers));
	must(lqcd_pseudofermion_create(&quarks, &there, 1, LQCD_PERIODIC));
	quarks.clover.csw = 1;
	const lqcd_hmc_term_gd term = lqcd_pseudofermion_term(&quarks);
	must(lqcd_hmc_add(&trajectory, &term, 0));
	lqcd_gauge_field_unit(&links);
	lqcd_gauge_field_unit(&smooth);
	lqcd_gauge_field_unit(&low);
	must(lqcd_spinor_field_put(&b, lqcd_spinor_field_view(&host_b)));
	tap_ok(lqcd_gpu_alloc(&gpu, &p, 0, &text, "a test") == LQCD_ERR_MEMORY && !p &&
		       !strcmp(text.text, "GPU: no memory for a test: more bytes than a number holds"),
	       "no size_t holds the bytes");
	tap_ok(lqcd_gpu_alloc(&gpu, &p, (size_t)1 << 60, &text, "a test") == LQCD_ERR_MEMORY && !p &&
		       strstr(text.text, "no memory for a test: 1152921504606846976 bytes were asked for"),
	       "%s", text.text);
	for (int n = 0; n < ENTRIES; n++) check_each(n);
	check_full();
	done(lqcd_gpu_lattice_status(&there, &why));
	lqcd_hmc_destroy(&trajectory);
	lqcd_pseudofermion_destroy(&quarks);
	lqcd_flow_destroy(&flow);
	lqcd_wilson_destroy(&wilson);
	lqcd_multigrid_destroy(&grid);
	lqcd_wilson_destroy(&wilson_low);
	lqcd_inverter_destroy(&on);
	lqcd_spinor_field_destroy(&x);
	lqcd_spinor_field_destroy(&b);
	lqcd_gauge_field_destroy(&links);
	lqcd_gauge_field_destroy(&smooth);
	lqcd_gauge_field_destroy(&low);
	lqcd_gauge_field_destroy(&host);
	lqcd_spinor_field_destroy(&host_x);
	lqcd_spinor_field_destroy(&host_b);
	lqcd_gpu_lattice_destroy(&there);
	lqcd_lattice_destroy(&lat);
	lqcd_gpu_close(&gpu);
	tap_ok(hook.live == 0, "%ld blocks are left in the end", hook.live);
	return tap_done();
}
