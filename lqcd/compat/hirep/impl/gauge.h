/* lqcd/compat/hirep/impl/gauge.h: part of compat/hirep.h: random numbers, links, plaquettes, updates, files, set-up.
 *
 *   rlxd_init(level, seed), ranlxd(r, n), ranlxs(r, n), gauss(r, n), gauss_flt, ranz2(r, n), rlxd_size, rlxd_get,
 *   rlxd_reset                       lqcd's counter-based numbers (random.h), not those of ranlux; N(0,1); +1 or -1
 *   random_u(u), unit_u(u), random_suNg(&v), gaussian_spinor_field(s) (<|component|^2> = 1), z2_spinor_field(s)
 *   represent_gauge_field(), assign_ud2u(), assign_ud2u_f(), assign_u2ud(), init_BCs(pars), apply_BCs_on_..()
 *   avr_plaquette(), avr_plaquette_time(t, s), plaq(ix,mu,nu) = Re tr, cplaq(&z,ix,mu,nu), local_plaq(ix),
 *   full_plaquette(), polyakov() (both print), staples(ix,mu,&v): sum of the six paths beside a link, from x to x+mu
 *   update(&beta, nhb, nor)          heat bath and overrelaxation sweeps (gauge/heatbath.h); project_gauge_field()
 *   read_gauge_field(path), write_gauge_field(path)        NERSC files (io/nersc.h), not HiRep's own format
 *   setup_process(&argc, &argv)      -i FILE: input ("input_file" by default) with GLB_T, GLB_X, GLB_Y, GLB_Z, NP_T,
 *                                    .., rlx_seed, rlx_level, "log:channel = level"; -o FILE: output, else
 *                                    stdout
 *   setup_gauge_fields(), setup_random_gauge_fields(), setup_random_fields(n, s), finalize_process() */
#ifndef LQCD_COMPAT_HIREP_GAUGE_H
#define LQCD_COMPAT_HIREP_GAUGE_H

#include "../../../gauge/heatbath.h"
#include "../../../gauge/plaquette.h"
#include "../../../io/nersc.h"
#include "../../../observables/polyakov.h"
#include "../../../random.h"
#include "inverters.h"
#include "matrix.h"

/* ---- random numbers -------------------------------------------------------------------------------------------- */

typedef struct {
	uint64_t seed;
	uint32_t fields; /* streams that fields have used up; numbers one by one come from stream 0 */
	int ready;
	lqcd_rng rng;
} lqcd__hr_random;

LQCD__HR_GLOBAL lqcd__hr_random lqcd__hr_generator_state;

static inline void rlxd_init(int level, int seed)
{
	lqcd__hr_random *g = &lqcd__hr_generator_state;
	(void)level;
	g->seed = (uint64_t)(unsigned)seed;
	g->fields = 0;
	g->ready = 1;
	g->rng = lqcd_rng_make(g->seed, 0, 0);
}

static inline lqcd__hr_random *lqcd__hr_rng(void)
{
	if (!lqcd__hr_generator_state.ready) rlxd_init(1, 1);
	return &lqcd__hr_generator_state;
}

static inline void rlxs_init(int level, int seed)
{
	if (!lqcd__hr_generator_state.ready) rlxd_init(level, seed);
}

static inline void ranlxd(double r[], int n)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	for (int k = 0; k < n; k++) r[k] = lqcd_rng_uniform(&g->rng);
}

static inline void ranlxs(float r[], int n)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	for (int k = 0; k < n; k++) r[k] = (float)(lqcd_rng_u32(&g->rng) >> 8) / 16777216.0f;
}

static inline void gauss(double r[], int n)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	for (int k = 0; k < n; k++) r[k] = lqcd_rng_gauss(&g->rng);
}

static inline void gauss_flt(float r[], int n)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	for (int k = 0; k < n; k++) r[k] = (float)lqcd_rng_gauss(&g->rng);
}

static inline void ranz2(double r[], int n)
{
	lqcd__hr_random *g = lqcd__hr_rng();
	for (int k = 0; k < n; k++) r[k] = lqcd_rng_z2(&g->rng);
}

static inline int rlxd_size(void)
{
	return (int)((sizeof(lqcd__hr_random) + sizeof(int) - 1) / sizeof(int));
}

static inline void rlxd_get(int state[])
{
	memcpy(state, lqcd__hr_rng(), sizeof(lqcd__hr_random));
}

static inline void rlxd_reset(int state[])
{
	memcpy(&lqcd__hr_generator_state, state, sizeof(lqcd__hr_random));
}

/** A field as lqcd's; also a barrier, as lqcd__hr_number_view. */
static inline lqcd_gauge_field_d lqcd__hr_gauge(const suNg_field *u)
{
	lqcd_gauge_field_d r;
	__asm__ volatile("" ::: "memory");
	r.ptr = (lqcd_su3_d *)(void *)u->ptr;
	r.type = lqcd__hr_geometry(u->type);
	return r;
}

static inline void random_u(suNg_field *u)
{
	lqcd_gauge_field_d r = lqcd__hr_gauge(u);
	lqcd__hr_random *g = lqcd__hr_rng();
	lqcd_gauge_field_random_d(&r, g->seed, ++g->fields);
	__asm__ volatile("" ::: "memory");
}

static inline void random_u_f(suNf_field *u)
{
	random_u(u);
}

static inline void unit_u(suNg_field *u)
{
	lqcd_gauge_field_d r = lqcd__hr_gauge(u);
	lqcd_gauge_field_unit_d(&r);
	__asm__ volatile("" ::: "memory");
}

static inline void random_suNg(suNg *u)
{
	lqcd_su3_d r;
	lqcd_su3_random_d(&r, &lqcd__hr_rng()->rng);
	memcpy(u, &r, sizeof r);
}

static inline void gaussian_spinor_field(spinor_field *s)
{
	lqcd_spinor_field_d r = lqcd__hr_spinors_d(s);
	lqcd__hr_random *g = lqcd__hr_rng();
	lqcd_spinor_field_gaussian_d(&r, g->seed, ++g->fields);
	__asm__ volatile("" ::: "memory");
}

static inline void gaussian_spinor_field_flt(spinor_field_flt *s)
{
	lqcd_spinor_field_f r = lqcd__hr_spinors_f(s);
	lqcd__hr_random *g = lqcd__hr_rng();
	lqcd_spinor_field_gaussian_f(&r, g->seed, ++g->fields);
	__asm__ volatile("" ::: "memory");
}

/** Each component (+-1 +- i)/sqrt(2). */
static inline void z2_spinor_field(spinor_field *s)
{
	const lqcd__hr_numbers v = lqcd__hr_spinor_numbers_d(s);
	lqcd__hr_random *g = lqcd__hr_rng();
	const uint32_t stream = ++g->fields;
	LQCD_MASTER_FOR(v.g, ix) {
		lqcd_rng rng = lqcd_rng_make(g->seed, lqcd_geometry_site(v.g, ix, 0), stream);
		double *to = (double *)(void *)v.p + (size_t)ix * v.reals;
		for (size_t k = 0; k < v.reals; k++) to[k] = 0.70710678118654752440 * lqcd_rng_z2(&rng);
	}
	__asm__ volatile("" ::: "memory");
}

static inline void setup_random_fields(int n, spinor_field s[])
{
	for (int k = 0; k < n; k++) gaussian_spinor_field(&s[k]);
}

/* ---- links ------------------------------------------------------------------------------------------------------- */

typedef struct {
	double fermion_twisting_theta[4];
	double gauge_boundary_improvement_cs, gauge_boundary_improvement_ct, chiSF_boundary_improvement_ds;
	int SF_BCs;
} BCs_pars_t;

/** Periodic boundaries are all there is. */
static inline void init_BCs(BCs_pars_t *pars)
{
	for (int mu = 0; pars && mu < 4; mu++) {
		const double t = pars->fermion_twisting_theta[mu];
		lqcd__hr_error(t < 0 || t > 0, 1, "init_BCs", "twisted boundaries are not supported");
	}
	lqcd__hr_error(pars && pars->SF_BCs, 1, "init_BCs", "Schroedinger functional boundaries are not supported");
}

static inline void free_BCs(void)
{
}

static inline void apply_BCs_on_fundamental_gauge_field(void)
{
}

static inline void apply_BCs_on_represented_gauge_field(void)
{
}

/** In the fundamental representation u_gauge_f is u_gauge; operators see for themselves that links changed. */
static inline void represent_gauge_field(void)
{
}

static inline void setup_gauge_fields(void)
{
	if (u_gauge) return;
	u_gauge = alloc_suNg_field(&glattice);
	u_gauge_f = u_gauge;
	unit_u(u_gauge);
}

static inline void setup_random_gauge_fields(void)
{
	setup_gauge_fields();
	random_u(u_gauge);
	represent_gauge_field();
}

/** u_gauge_flt = u_gauge_f_flt = u_gauge in single precision. */
static inline void assign_ud2u(void)
{
	if (!u_gauge_flt) u_gauge_f_flt = u_gauge_flt = alloc_suNg_field_flt(&glattice);
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	(void)lqcd_field_convert(lqcd__view(u_gauge_flt->ptr, u.type, 8 * NG * NG, LQCD__FLOAT),
				 lqcd_gauge_field_view_d(&u));
	__asm__ volatile("" ::: "memory");
}

static inline void assign_ud2u_f(void)
{
	assign_ud2u();
}

static inline void assign_u2ud(void)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd__hr_error(!u_gauge_flt, 1, "assign_u2ud", "no links in single precision");
	(void)lqcd_field_convert(lqcd_gauge_field_view_d(&u),
				 lqcd__view(u_gauge_flt->ptr, u.type, 8 * NG * NG, LQCD__FLOAT));
	__asm__ volatile("" ::: "memory");
}

static inline void project_gauge_field(void)
{
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) project_to_suNg(_4FIELD_AT(u_gauge, ix, mu));
}

/** nhb sweeps of heat bath, then nor of overrelaxation. */
static inline void update(double *beta, int nhb, int nor)
{
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd__hr_random *g = lqcd__hr_rng();
	for (int n = 0; n < nhb; n++) {
		/* A sweep uses streams 64 n + 56 .. 59 of its own seed. */
		const lqcd_status s = lqcd_heatbath_sweep_d(&u, *beta, ~g->seed, ++g->fields);
		lqcd__hr_error(s != LQCD_OK, 1, "update", lqcd_status_text(s));
	}
	for (int n = 0; n < nor; n++) lqcd_overrelax_sweep_d(&u);
	__asm__ volatile("" ::: "memory");
}

/* ---- plaquettes -------------------------------------------------------------------------------------------------- */

static inline double plaq(int ix, int mu, int nu)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	return lqcd_plaquette_site_d(&u, ix, mu, nu);
}

static inline void cplaq(hr_complex *z, int ix, int mu, int nu)
{
	suNg a, b, p;
	_suNg_times_suNg(a, *pu_gauge(ix, mu), *pu_gauge(iup(ix, mu), nu));
	_suNg_times_suNg(b, *pu_gauge(ix, nu), *pu_gauge(iup(ix, nu), mu));
	_suNg_times_suNg_dagger(p, a, b);
	_suNg_trace(*z, p);
}

static inline double local_plaq(int ix)
{
	double sum = 0;
	for (int mu = 0; mu < 3; mu++)
		for (int nu = mu + 1; nu < 4; nu++) sum += plaq(ix, mu, nu);
	return sum;
}

static inline double avr_plaquette(void)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	return lqcd_plaquette_d(&u).mean;
}

/** Means over each time slice of the plaquettes with and without a temporal side, Re tr / NG. */
static inline void avr_plaquette_time(double *plaqt, double *plaqs)
{
	for (int t = 0; t < T; t++) {
		double time = 0, space = 0;
		for (int s = 0; s < VOL3; s++) {
			const int ix = ipt(t, s / (Y * Z), s / Z % Y, s % Z);
			for (int mu = 0; mu < 3; mu++)
				for (int nu = mu + 1; nu < 4; nu++) *(mu ? &space : &time) += plaq(ix, mu, nu);
		}
		plaqt[t] = time / (3.0 * NG * (double)VOL3);
		plaqs[t] = space / (3.0 * NG * (double)VOL3);
	}
}

static inline void full_plaquette(void)
{
	hr_complex all = 0;
	for (int mu = 1; mu < 4; mu++)
		for (int nu = 0; nu < mu; nu++) {
			hr_complex sum = 0, z;
			_MASTER_FOR_SUM(&glattice, ix, sum)
			{
				cplaq(&z, ix, mu, nu);
				sum += z;
			}
			sum /= (double)NG * (double)VOLUME;
			all += sum / 6;
			lprintf("PLAQ", 0, "Plaq(%d,%d) = ( %f , %f )\n", mu, nu, _complex_re(sum), _complex_im(sum));
		}
	lprintf("PLAQ", 0, "Average Plaquette %1.18e\n", _complex_re(all));
}

static inline void polyakov(void)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	const lqcd_complex_d p = lqcd_polyakov_loop(lqcd_gauge_field_view_d(&u));
	lprintf("FUND_POLYAKOV", 0, "Polyakov direction 0 = %1.8e %1.8e\n", p.re, p.im);
}

static inline void staples(int ix, int mu, suNg *v)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	lqcd_su3_d a, back;
	lqcd_staple_d(&back, &u, ix, mu);
	lqcd_su3_dagger_d(&a, &back);
	memcpy(v, &a, sizeof a);
}

/* ---- files, set-up ----------------------------------------------------------------------------------------------- */

static inline void read_gauge_field(const char *path)
{
	lqcd_message why;
	lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	const lqcd_status s = lqcd_nersc_read(path, &u, NULL, &why);
	lqcd__hr_error(s != LQCD_OK, 1, "read_gauge_field", s == LQCD_OK ? "" : why.text);
	__asm__ volatile("" ::: "memory");
	lprintf("IO", 0, "Configuration [%s] read: average plaquette %1.10e\n", path, avr_plaquette());
}

static inline void write_gauge_field(const char *path)
{
	lqcd_message why;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(u_gauge);
	const lqcd_status s = lqcd_nersc_write(path, &u, NULL, &why);
	lqcd__hr_error(s != LQCD_OK, 1, "write_gauge_field", s == LQCD_OK ? "" : why.text);
	lprintf("IO", 0, "Configuration [%s] written\n", path);
}

/** Lines "log:channel = level". */
static inline void lqcd__hr_read_levels(const char *file)
{
	char line[512], name[48];
	FILE *f = fopen(file, "r");
	int level;
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, " log:%47[^ =] = %d", name, &level) == 2)
			(void)logger_setlevel(strcmp(name, "default") ? name : NULL, level);
	if (f) fclose(f);
}

static inline int setup_process(int *argc, char ***argv)
{
	const char *input = "input_file";
	int seed = 1, level = 1;
	input_record_t records[] = {{"GLB_T", "GLB_T = %d", INT_T, &GLB_T},
				    {"GLB_X", "GLB_X = %d", INT_T, &GLB_X},
				    {"GLB_Y", "GLB_Y = %d", INT_T, &GLB_Y},
				    {"GLB_Z", "GLB_Z = %d", INT_T, &GLB_Z},
				    {"NP_T", "NP_T = %d", INT_T, &NP_T},
				    {"NP_X", "NP_X = %d", INT_T, &NP_X},
				    {"NP_Y", "NP_Y = %d", INT_T, &NP_Y},
				    {"NP_Z", "NP_Z = %d", INT_T, &NP_Z},
				    {"rlx_seed", "rlx_seed = %d", INT_T, &seed},
				    {"rlx_level", "rlx_level = %d", INT_T, &level},
				    {NULL, NULL, INT_T, NULL}};
	for (int k = 1; k + 1 < *argc; k++) {
		if (!strcmp((*argv)[k], "-i")) input = (*argv)[k + 1];
		if (!strcmp((*argv)[k], "-o"))
			lqcd__hr_error(logger_stdout((*argv)[k + 1]), 1, "setup_process",
				       "cannot open the output file");
	}
	read_input(records, input);
	lqcd__hr_read_levels(input);
	glb_var.GLB_T = GLB_T;
	glb_var.GLB_X = GLB_X;
	glb_var.GLB_Y = GLB_Y;
	glb_var.GLB_Z = GLB_Z;
	rlx_var.rlxd_level = level;
	rlx_var.rlxd_seed = seed;
	rlxd_init(level, seed);
	geometry_init();
	lprintf("SYSTEM", 0, "Gauge group: SU(%d), lattice %dx%dx%dx%d, lqcd %s\n", NG, T, X, Y, Z, LQCD_VERSION);
	return 0;
}

static inline int finalize_process(void)
{
	lprintf("SYSTEM", 0, "Process finalized.\n");
	lqcd__hr_dirac_free_d();
	lqcd__hr_dirac_free_f();
	free_suNg_field(u_gauge);
	free_suNg_field_flt(u_gauge_flt);
	u_gauge = u_gauge_f = NULL;
	u_gauge_flt = u_gauge_f_flt = NULL;
	lqcd_lattice_destroy(&lqcd__hr_lattice);
	logger_unmap_all();
	return 0;
}

#endif
