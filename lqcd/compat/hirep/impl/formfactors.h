/* lqcd/compat/hirep/impl/formfactors.h: the names of HiRep's measure_ff.c and of its form factors in spectrum.h: the pion
 * between two times, with a vector current in between.
 *
 *   measure_formfactors(G, S, eta, nm, ti, tf, n, pt)     S[nm (4 c + s) + i]: of mass i, from spin s, colour c at (ti, pt[1],
 *       pt[2], pt[3]); G: from g5 S on time slice tf (create_sequential_source). Adds at time t - ti, for momenta p = 2 pi (px,
 *       py, pz)/L, each below n, sum_x Re or Im of e^(-i p (x - pt)) times
 *         g5_ff                tr S(x)^+ S(x), real part
 *         pipig_ff_re          1/2 tr{g5 g0 G(x) S(x)^+ - G(x)^+ g5 g0 S(x)}, real part
 *         pipig_ff_im          minus its imaginary part
 *         pipig_conserved_ff   1/2 tr{S(x+0)^+ g5 (1 + g0) U_0(x)^+ G(x) - S(x)^+ g5 (1 - g0) U_0(x) G(x+0)}, real part
 *       eta and tf are not needed. pt NULL, or not there in programs of before libhr.h: (0, 0, 0)
 *   print_formfactor(conf, nm, mass, n, label, dt)        sums over processes, times -1/GLB_VOL3, printed and forgotten
 *   measure_formfactor_pt(ti, tf, nm, m, n, conf, precision, swc, &ret)          a source at (ti, 0, 0, 0)
 *   measure_formfactor_fixed(ti, tf, dt, nm, m, n, conf, precision, swc, &ret)   at a random point of time slice ti; no quark
 *       crosses from time ti - dt - 1 to ti - dt. u_gauge_f is as before afterwards
 *
 * For each mass its own sequential propagator; HiRep has one, of the first mass. STORE ends the program; the last two arguments
 * are not there in programs of before libhr.h. All collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_FORMFACTORS_H
#define LQCD_COMPAT_HIREP_IMPL_FORMFACTORS_H

#include "spectrum_ends.h"

enum { LQCD__HR_FF_CHANNELS = 4 };

/* Sums since the last print: c[channel][((p nm + mass) GLB_T) + t]. */
typedef struct {
	int size;
	double *c;
} lqcd__hr_ff;

LQCD__HR_GLOBAL lqcd__hr_ff lqcd__hr_ff_state;

static inline void lqcd__hr_ff_room(int size)
{
	lqcd__hr_ff *f = &lqcd__hr_ff_state;
	if (f->size == size) return;
	free(f->c);
	f->c = (double *)calloc(LQCD__HR_FF_CHANNELS * (size_t)size, sizeof *f->c);
	lqcd__hr_error(!f->c, 1, "measure_formfactors", "out of memory");
	f->size = size;
}

/** tr a^+ g5 (1 + sign g0) u b; u^+ if sign > 0 */
static inline hr_complex lqcd__hr_ff_hop(const suNf_propagator *a, const suNf *u, const suNf_propagator *b, int sign)
{
	suNf_propagator p, q;
	lqcd__hr_propagator_link(&p, u, b, sign > 0);
	lqcd__hr_propagator_gamma(&q, &p, _g0, 0);
	lqcd__hr_propagator_combine(&p, 1, &p, sign, &q);
	lqcd__hr_propagator_gamma(&p, &p, _g5, 0);
	return lqcd__hr_propagator_trace(a, &p, 1);
}

/** z: the traces of one site and mass, without phase: of the pion, the local and the conserved current. */
static inline void lqcd__hr_ff_site(hr_complex z[3], spinor_field *seq, spinor_field *point, int nm, int mass, int ix)
{
	const suNf *u = _4FIELD_AT(u_gauge_f, ix, 0);
	suNf_propagator s, g, p;
	lqcd__hr_columns(&s, point, nm, mass, ix);
	lqcd__hr_columns(&g, seq, nm, mass, ix);
	z[0] = lqcd__hr_propagator_trace(&s, &s, 1);
	lqcd__hr_propagator_gamma(&p, &g, LQCD__HR_G5G0, 0);
	z[1] = 0.5 * lqcd__hr_propagator_trace(&s, &p, 1);
	lqcd__hr_propagator_gamma(&p, &s, LQCD__HR_G5G0, 0);
	z[1] -= 0.5 * lqcd__hr_propagator_trace(&g, &p, 1);
	lqcd__hr_columns(&p, point, nm, mass, iup(ix, 0));
	z[2] = 0.5 * lqcd__hr_ff_hop(&p, u, &g, 1);
	lqcd__hr_columns(&p, seq, nm, mass, iup(ix, 0));
	z[2] -= 0.5 * lqcd__hr_ff_hop(&s, u, &p, -1);
}

static inline void lqcd__hr_ff_measure(spinor_field *seq, spinor_field *point, int nm, int ti, int n_mom, const int *pt)
{
	const int momenta = n_mom * n_mom * n_mom, size = momenta * nm * GLB_T;
	lqcd__hr_error_of_all(nm < 1 || n_mom < 1, "measure_formfactors", "masses and momenta: one at least");
	lqcd__hr_ff_room(size);
	lqcd__hr_share_sources(seq, 4 * NF * nm);
	lqcd__hr_share_sources(point, 4 * NF * nm);
	for (int n = 0, ix, g[4]; lqcd__hr_next_site(&n, &ix, g);) {
		const int t = safe_mod(g[0] - ti, GLB_T);
		for (int mu = 1; mu < 4 && pt; mu++) g[mu] -= pt[mu];
		for (int i = 0; i < nm; i++) {
			hr_complex z[3];
			lqcd__hr_ff_site(z, seq, point, nm, i, ix);
			for (int p = 0; p < momenta; p++) {
				const hr_complex w =
					lqcd__hr_wave(g, 0, p / (n_mom * n_mom), p / n_mom % n_mom, p % n_mom);
				double *to = lqcd__hr_ff_state.c + (p * nm + i) * GLB_T + t;
				const hr_complex local = lqcd__hr_cmul(w, z[1]);
				to[0] += _complex_re(lqcd__hr_cmul(w, z[0]));
				to[size] += _complex_re(local);
				to[2 * size] -= _complex_im(local);
				to[3 * size] += _complex_re(lqcd__hr_cmul(w, z[2]));
			}
		}
	}
}

static inline void measure_formfactors(spinor_field *psi0, spinor_field *psi1, spinor_field *eta, int nm, int ti,
				       int tf, int n_mom, int *pt)
{
	(void)eta;
	(void)tf;
	lqcd__hr_ff_measure(psi0, psi1, nm, ti, n_mom, pt);
}

static inline void print_formfactor(int conf, int nm, double *mass, int n_mom, const char *label, int tf)
{
	static const char *const name[LQCD__HR_FF_CHANNELS] = {"g5_ff", "pipig_ff_re", "pipig_ff_im",
							       "pipig_conserved_ff"};
	lqcd__hr_ff *f = &lqcd__hr_ff_state;
	const int blocks = n_mom * n_mom * n_mom * nm, size = blocks * GLB_T;
	lqcd__hr_error_of_all(!f->c || f->size != size, "print_formfactor",
			      "masses and momenta are not those of measure_formfactors");
	global_sum(f->c, LQCD__HR_FF_CHANNELS * size);
	for (int k = 0; k < LQCD__HR_FF_CHANNELS * blocks; k++) {
		const int p = k % blocks / nm;
		lprintf("MAIN", 0, "conf #%d mass=%2.6f %s tf %d FORM_FACTOR %s", conf, mass[k % nm], label, tf,
			name[k / blocks]);
		if (n_mom > 1)
			lprintf("MAIN", 0, " momentum(%d,%d,%d)", p / (n_mom * n_mom), p / n_mom % n_mom, p % n_mom);
		lprintf("MAIN", 0, "= ");
		for (int t = 0; t < GLB_T; t++) lprintf("MAIN", 0, "%e ", -f->c[k * GLB_T + t] / (double)GLB_VOL3);
		lprintf("MAIN", 0, "\n");
	}
	free(f->c);
	memset(f, 0, sizeof *f);
	/* Test programs read what was printed from the file, in every process. */
	lqcd_comm_barrier(&lqcd__hr_lattice.comm);
}

/** Propagators of nm masses from pt and from time slice tf, and their sums. */
static inline void lqcd__hr_ff_point(const int pt[4], int tf, int nm, double *m, int n_mom, double precision)
{
	const int n = 4 * NF * nm;
	spinor_field *source = alloc_spinor_field((unsigned)n, &glattice);
	spinor_field *point = alloc_spinor_field((unsigned)n, &glattice),
		     *seq = alloc_spinor_field((unsigned)n, &glattice);
	init_propagator_eo(nm, m, precision);
	for (int c = 0; c < NF; c++) {
		create_point_source_loc(source, pt[0], pt[1], pt[2], pt[3], c);
		calc_propagator(point + 4 * nm * c, source, 4);
	}
	lqcd__hr_sequential(source, tf, point, n);
	calc_propagator_multisource(seq, source, 4 * NF);
	free_propagator_eo();
	lqcd__hr_ff_measure(seq, point, nm, pt[0], n_mom, pt);
	free_spinor_field(source);
	free_spinor_field(point);
	free_spinor_field(seq);
}

static inline void measure_formfactor_pt(int ti, int tf, int nm, double *m, int n_mom, int conf_num, double precision,
					 storage_switch swc, data_storage_array **ret)
{
	const int pt[4] = {ti, 0, 0, 0};
	lqcd__hr_no_store(swc, ret, "measure_formfactor_pt");
	lqcd__hr_ff_point(pt, tf, nm, m, n_mom, precision);
	print_formfactor(conf_num, nm, m, n_mom, "DEFAULT_FF_POINT", tf - ti);
}

static inline void measure_formfactor_fixed(int ti, int tf, int dt, int nm, double *m, int n_mom, int conf_num,
					    double precision, storage_switch swc, data_storage_array **ret)
{
	const int extent[4] = {GLB_T, GLB_X, GLB_Y, GLB_Z};
	int pt[4] = {ti, 0, 0, 0};
	double r[3];
	char label[64];
	suNf_field *old = (suNf_field *)lqcd__hr_alloc(1, &glattice, 4, sizeof *u_gauge_f->ptr);
	lqcd__hr_no_store(swc, ret, "measure_formfactor_fixed");
	ranlxd(r, 3);
	for (int mu = 1; mu < 4; mu++) pt[mu] = (int)(r[mu - 1] * extent[mu]);
	bcast_int(pt, 4);
	lprintf("MESON_MEASUREMENTS", 0, "Source at (%d,%d,%d,%d)\n", pt[0], pt[1], pt[2], pt[3]);
	suNf_field_copy(old, u_gauge_f);
	lqcd__hr_scale_slice(ti - dt - 1, 0);
	lqcd__hr_ff_point(pt, tf, nm, m, n_mom, precision);
	snprintf(label, sizeof label, "DIRICHLET_FF_POINT dt=%d", dt);
	print_formfactor(conf_num, nm, m, n_mom, label, tf - ti);
	suNf_field_copy(u_gauge_f, old);
	lqcd__hr_share_f();
	lqcd__hr_free(old);
}

#endif
