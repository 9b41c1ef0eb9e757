/* lqcd/compat/hirep/impl/deflation.h: the names of HiRep's eva_deflation.h and eigval.h, and those of calc_prop.h that
 * concern eigenvectors.
 *
 *   set_def_matrix(&par, H, type)      the eigenvectors v_i, i < par.nev, of the lowest eigenvalues d_i of H, Hermitian and
 *                                      positive, by eva with the members of par (eigen.h)
 *   eva_def(out, in)                   out = in - sum_i v_i <v_i, in>, out is not in
 *   eva_def_inv(out, in, m)            out = sum_i v_i <v_i, in>/(d_i - m)
 *   max_eigval(H, type, &d)            the largest eigenvalue of H, Hermitian and positive, by the power method,
 *   min_eigval(H, type, &d)            the smallest one by that of the inverse, until they change by less than 1e-4 of
 *                                      themselves; return the applications of H, or iterations of solves
 *   eig_init(nev, nevt, kmax, imax, lbnd, omega1, omega2)    the nev lowest eigenvectors of g5Dphi_eopre_sq(m[0]) on even
 *                                      sites, m of init_propagator_eo, by eva_tuned
 *   copy_evec(n, v, &d)                one of them, and its eigenvalue
 *   calc_deflated_propagator(psi, eta, n, nuse)     calc_propagator: here solves begin at 0, eigenvectors or not
 *
 * Eigenvalues that eva does not find in ten runs end the program.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_DEFLATION_H
#define LQCD_COMPAT_HIREP_IMPL_DEFLATION_H

#include "eigen.h"
#include "sources.h"

typedef struct eva_prec {
	int nevt, nev, kmax, maxiter;
	double omega1, omega2;
} eva_prec;

typedef struct {
	int n, space; /* vectors that are eigenvectors, and all */
	spinor_field *v;
	double *value;
} lqcd__hr_low_modes;

/* State of set_def_matrix and eig_init. */
LQCD__HR_GLOBAL lqcd__hr_low_modes lqcd__hr_low_mode_state[2];

static inline void lqcd__hr_find_modes(lqcd__hr_low_modes *m, const eva_prec *par, double lbnd, spinor_operator op,
				       geometry_descriptor *type, const char *name)
{
	double top = 0;
	int status = 0, failed = 1;
	lqcd__hr_error(par->nev < 1 || par->nevt < par->nev, 1, name, "1 <= nev <= nevt");
	if (!m->v || m->space != par->nevt || m->v->type != type) {
		free_spinor_field(m->v);
		free(m->value);
		m->v = alloc_spinor_field((unsigned)par->nevt, type);
		m->value = (double *)malloc((size_t)par->nevt * sizeof(double));
		lqcd__hr_error(!m->value, 1, name, "out of memory");
		m->space = par->nevt;
	}
	(void)max_H(op, type, &top);
	for (int run = 0; run < 10 && failed; run++) {
		const int init = run ? 2 : 0;
		failed = lbnd > 0 ? eva_tuned(par->nev, par->nevt, init, par->kmax, par->maxiter, lbnd, 1.1 * top,
					      par->omega1, par->omega2, op, m->v, m->value, &status)
				  : eva(par->nev, par->nevt, init, par->kmax, par->maxiter, 1.1 * top, par->omega1,
					par->omega2, op, m->v, m->value, &status);
	}
	lqcd__hr_error_of_all(failed, name, "the eigenvalues do not converge");
	m->n = par->nev;
}

static inline void set_def_matrix(eva_prec *e_par, spinor_operator op, geometry_descriptor *type)
{
	lqcd__hr_find_modes(&lqcd__hr_low_mode_state[0], e_par, 0, op, type, "set_def_matrix");
}

static inline void eva_def(spinor_field *out, spinor_field *in)
{
	const lqcd__hr_low_modes *m = &lqcd__hr_low_mode_state[0];
	copy_spinor_field(out, in);
	for (int i = 0; i < m->n; i++) {
		const hr_complex p = prod_spinor_field(&m->v[i], out);
		mulc_add_assign_spinor_field(out, -p, &m->v[i]);
	}
}

static inline void eva_def_inv(spinor_field *out, spinor_field *in, double m)
{
	const lqcd__hr_low_modes *low = &lqcd__hr_low_mode_state[0];
	zero_spinor_field(out);
	for (int i = 0; i < low->n; i++) {
		const hr_complex p = prod_spinor_field(&low->v[i], in);
		const double k = 1 / (low->value[i] - m);
		mulc_add_assign_spinor_field(out, lqcd__hr_make(k * _complex_re(p), k * _complex_im(p)), &low->v[i]);
	}
}

/* ---- extreme eigenvalues -------------------------------------------------------------------------------------------- */

/** The largest eigenvalue of H or, with par, 1 over that of its inverse. */
static inline int lqcd__hr_power_method(spinor_operator op, mshift_par *par, geometry_descriptor *type, double *value)
{
	spinor_field *s = alloc_spinor_field(2, type);
	double before = 0, now = 1;
	int count = 0;
	gaussian_spinor_field(&s[0]);
	mul_spinor_field(&s[0], 1 / sqrt(sqnorm_spinor_field(&s[0])), &s[0]);
	for (int n = 0; n < 10000 && fabs(now - before) > 1e-4 * now; n++) {
		before = now;
		if (par)
			count += cg_mshift(par, op, &s[0], &s[1]);
		else
			op(&s[1], &s[0]);
		count += !par;
		now = prod_re_spinor_field(&s[0], &s[1]);
		mul_spinor_field(&s[0], 1 / sqrt(sqnorm_spinor_field(&s[1])), &s[1]);
	}
	*value = par ? 1 / now : now;
	free_spinor_field(s);
	return count;
}

static inline int max_eigval(spinor_operator op, geometry_descriptor *type, double *max_value)
{
	return lqcd__hr_power_method(op, NULL, type, max_value);
}

static inline int min_eigval(spinor_operator op, geometry_descriptor *type, double *min_value)
{
	double shift = 0;
	mshift_par par;
	memset(&par, 0, sizeof par);
	par.n = 1;
	par.shift = &shift;
	par.err2 = 1e-12;
	return lqcd__hr_power_method(op, &par, type, min_value);
}

/* ---- propagators ---------------------------------------------------------------------------------------------------- */

static inline void eig_init(int nev, int nevt, int kmax, int maxiter, double lbnd, double omega1, double omega2)
{
	eva_prec par;
	lqcd__hr_propagator_state.now = lqcd__hr_masses()->mass[0];
	par.nev = nev;
	par.nevt = nevt;
	par.kmax = kmax;
	par.maxiter = maxiter;
	par.omega1 = omega1;
	par.omega2 = omega2;
	lqcd__hr_find_modes(&lqcd__hr_low_mode_state[1], &par, lbnd, lqcd__hr_schur_squared, &glat_even, "eig_init");
	for (int n = 0; n < nev; n++) lprintf("RESULT", 0, "Eig %d = %.15e\n", n, lqcd__hr_low_mode_state[1].value[n]);
}

static inline void copy_evec(int n, spinor_field *psi1, double *eval)
{
	const lqcd__hr_low_modes *m = &lqcd__hr_low_mode_state[1];
	lqcd__hr_error(n < 0 || n >= m->n, 1, "copy_evec", "no such eigenvector: call eig_init");
	copy_spinor_field(psi1, &m->v[n]);
	*eval = m->value[n];
}

static inline void calc_deflated_propagator(spinor_field *psi, spinor_field *eta, int ndilute, int Nuse)
{
	(void)Nuse;
	calc_propagator(psi, eta, ndilute);
}

#endif
