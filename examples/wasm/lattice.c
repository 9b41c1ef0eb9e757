/* examples/wasm/lattice.c: what the page computes: heat bath on 8^4 in double, the Wilson flow of a copy in float, and the
 * action density of the sites of a time slice. Functions that fail return a status; lattice_why() is its text. */
#include <lqcd/field/layout.h>
#include <lqcd/gauge/flow.h>
#include <lqcd/gauge/heatbath.h>
#include <lqcd/observables/charge.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { L = 8, SLICE = L * L * L };

static struct {
	lqcd_lattice lat;
	lqcd_gauge_field_vd u; /* of the Markov chain */
	lqcd_gauge_field_vf v; /* that flows */
	lqcd_gauge_field_d w;  /* v site by site, for densities */
	lqcd_flow_vf flow;
	double numbers[8];
	float slice[SLICE];
	lqcd_message why;
} all;

EXPORT(lattice_why) const char *lattice_why(void)
{
	return all.why.text;
}

/* The text of a status. */
static int done(lqcd_status s)
{
	if (s != LQCD_OK && all.why.text[0] == 0) all.why = lqcd_lattice_why(&all.lat, s);
	return s != LQCD_OK;
}

EXPORT(lattice_backend) const char *lattice_backend(void)
{
	return LQCD_SIMD_NAME;
}

/** Memory for all fields. */
EXPORT(lattice_create) int lattice_create(void)
{
	static const int extent[4] = {L, L, L, L};
	lqcd_status s = lqcd_lattice_create(&all.lat, extent, NULL, &all.why);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&all.u, &all.lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&all.v, &all.lat, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_gauge_field_create(&all.w, &all.lat, LQCD_FULL);
	return done(s == LQCD_OK ? lqcd_flow_create(&all.flow, &all.lat, LQCD_FLOW_WILSON) : s);
}

/** Unit links, or random ones. */
EXPORT(lattice_start) void lattice_start(int hot, unsigned seed)
{
	if (hot)
		lqcd_gauge_field_random(&all.u, seed, 1);
	else
		lqcd_gauge_field_unit(&all.u);
}

/** Step number n from 1 on, as of examples/heatbath.c: a sweep of heat bath, and some of overrelaxation. */
EXPORT(lattice_step) int lattice_step(double beta, unsigned seed, double n, int overrelax)
{
	lqcd_status s = lqcd_heatbath_sweep(&all.u, beta, seed, (uint64_t)n);
	for (int k = 0; k < overrelax && s == LQCD_OK; k++) s = lqcd_overrelax_sweep(&all.u);
	all.numbers[0] = lqcd_plaquette(&all.u).mean;
	return done(s);
}

/** Flow time 0: a copy of the links. */
EXPORT(lattice_flow_start) int lattice_flow_start(void)
{
	all.flow.t = 0;
	return done(lqcd_gauge_field_convert(&all.v, &all.u));
}

EXPORT(lattice_flow_step) int lattice_flow_step(double eps)
{
	return done(lqcd_flow_step(&all.flow, &all.v, eps));
}

/** Numbers 1 to 4: flow time, E of clover leaves and of plaquettes, charge. */
EXPORT(lattice_measure) int lattice_measure(void)
{
	lqcd_energy_values e;
	const lqcd_status s = lqcd_energy(&e, &all.v, 1);
	all.numbers[1] = all.flow.t;
	all.numbers[2] = e.clover;
	all.numbers[3] = e.plaquette;
	all.numbers[4] = e.charge;
	return done(s);
}

EXPORT(lattice_numbers) const double *lattice_numbers(void)
{
	return all.numbers;
}

/** E(x) = -sum of tr F F over the planes, at the sites (t, x, y, z) of a time slice: number (z 8 + x) 8 + y. */
EXPORT(lattice_slice) const float *lattice_slice(int t)
{
	const lqcd_gauge_field_d *w = &all.w;
	if (done(lqcd_gauge_field_convert(w, &all.v))) return NULL;
	for (int n = 0; n < SLICE; n++) {
		const int x[4] = {t % L, n / L % L, n % L, n / L / L};
		int lane;
		const int ix = lqcd_geometry_index(w->type, x, &lane);
		double e = 0;
		for (int mu = 0; mu < 4; mu++)
			for (int nu = mu + 1; nu < 4; nu++) {
				lqcd_su3_d f;
				lqcd_field_strength(&f, w, ix, mu, nu, 1);
				e += lqcd_su3_norm2(&f);
			}
		all.slice[n] = (float)e;
	}
	return all.slice;
}
