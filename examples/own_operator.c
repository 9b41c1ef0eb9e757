/* examples/own_operator.c: a Dirac operator that the library does not have: Wilson quarks with a chemical potential c,
 *
 *   H psi(x) = sum_mu [(1-g_mu) e^(c d_mu0) U_mu(x) psi(x+mu) + (1+g_mu) e^(-c d_mu0) U_mu(x-mu)^dagger psi(x-mu)]
 *
 * (P. Hasenfratz, F. Karsch, Phys. Lett. B 125 (1983) 308). Its hop, its force and a function that takes new links are
 * all that solvers, multigrid, propagators and HMC need (dirac/operator.h). This file is its own template: the second
 * half for the tags f, d, vf and vd, then main. */
#ifndef LQCD_TAG
#include <stdio.h>

#include "../lqcd.h"

#define LQCD_TEMPLATE "../../examples/own_operator.c"
#include "../lqcd/base/each_tag.inc"

static void report(const char *what, lqcd_solve_result r)
{
	printf("%-26s %5d iterations, residual %.1e, %s\n", what, r.iterations, r.residual, lqcd_status_text(r.status));
	if (r.status != LQCD_OK) exit(1);
}

static void must(lqcd_status s)
{
	if (s != LQCD_OK) exit(fprintf(stderr, "own_operator: %s\n", lqcd_status_text(s)) > 0);
}

int main(void)
{
	const int extent[4] = {8, 8, 8, 8}, origin[4] = {0, 0, 0, 0};
	const lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_multigrid_params mp = lqcd_multigrid_params_default();
	const lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, 0, 1);
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_spinor_field_vd x, b;
	lqcd_spinor_field_d s[LQCD_COLUMNS];
	lqcd_solve_result results[LQCD_COLUMNS];
	own_vd mine;
	own_vf mine_low;
	lqcd_dirac_vd d;
	lqcd_dirac_vf low;
	lqcd_multigrid_vf mg;
	lqcd_inverter inv;
	lqcd_pseudofermion_vd quarks;
	lqcd_hmc_vd hmc;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
	must(lqcd_spinor_field_create(&b, &lat, LQCD_FULL));
	must(lqcd_propagator_create(s, &lat));
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < 3; k++) must(lqcd_hmc_trajectory(&hmc, &u)); /* links that are not free */
	must(own_create_vd(&mine, &d, &u, 0.3, 0.2));
	must(own_create_vf(&mine_low, &low, &u, 0.3, 0.2));

	lqcd_spinor_field_gaussian(&b, 1, 0);
	report("CG", lqcd_dirac_solve(&x, &d, &b, LQCD_CG, &p));
	lqcd_spinor_field_zero(&x);
	report("BiCGStab", lqcd_dirac_solve(&x, &d, &b, LQCD_BICGSTAB, &p));
	lqcd_spinor_field_zero(&x);
	report("BiCGStab, float inside", lqcd_dirac_solve_mixed(&x, &d, &low, &b, LQCD_BICGSTAB, &p));
	lqcd_spinor_field_zero(&x);
	must(lqcd_dirac_multigrid_create(&mg, &low, &mp, NULL));
	report("multigrid", lqcd_dirac_solve_multigrid(&x, &d, &mg, &b, &p));
	lqcd_propagator_point_source(s, origin);
	must(lqcd_inverter_create_for(&inv, &d, &low, LQCD_SOLVE_MIXED));
	must(lqcd_propagator_solve_by(s, &inv, &p, results));
	report("propagator, last column", results[LQCD_COLUMNS - 1]);
	/* Two flavours with opposite potentials: the weight det D(c) D(c)^dagger. */
	must(lqcd_pseudofermion_create_for(&quarks, &d, NULL));
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&quarks);
	must(lqcd_hmc_add(&hmc, &term, 0));
	must(lqcd_hmc_trajectory(&hmc, &u));
	printf("%-26s dH = %.1e\n", "HMC, a trajectory", hmc.dH);
	return 0;
}
#else
#include "../lqcd/base/begin.inc"

typedef struct {
	T(lqcd_gauge_field) u[2]; /* e^c U_0, U_k and e^-c U_0, U_k, with their halos */
	double c;
} T(own);

/** uh = (1 - sign g_mu) psi of the neighbour in direction mu (way 1) or -mu (-1), carried to ix. */
static void T(own_carry)(T(lqcd_halfspinor) *uh, const T(own) *o, const T(lqcd_spinor_field) *psi, int ix, int mu,
			 int way, int sign)
{
	const T(lqcd_gauge_field) *u = &o->u[sign < 0];
	const lqcd_geometry *g = u->type;
	const int jx = way > 0 ? lqcd_iup(g, ix, mu) : lqcd_idn(g, ix, mu), face = LANES > 1 && lqcd_face(g, ix, mu, way);
	T(lqcd_halfspinor) h;
	T(lqcd_spinor_project)(&h, LQCD_FIELD_AT(psi, jx), mu, sign);
	if (way > 0 && face) T(lqcd_halfspinor_permute)(&h, T(lqcd_perm_make)(g->lane_up[mu]));
	T(lqcd_su3_mulhalf)(uh, LQCD_4FIELD_AT(u, way > 0 ? ix : jx, mu), &h, way < 0);
	if (way < 0 && face) T(lqcd_halfspinor_permute)(uh, T(lqcd_perm_make)(g->lane_dn[mu]));
}

static double T(own_hop)(const T(lqcd_dirac) *d, const T(lqcd_hop) *job, lqcd_complex_d *dot)
{
	lqcd_halo_exchange(T(lqcd_spinor_field_view)(job->in));
	LQCD_MASTER_FOR(job->out->type, ix) {
		T(lqcd_spinor) r;
		T(lqcd_spinor_zero)(&r);
		for (int k = 0; k < 8; k++) {
			const int mu = k / 2, way = k % 2 ? -1 : 1, sign = job->dagger ? -way : way;
			T(lqcd_halfspinor) uh;
			if (job->mask && !(job->mask[ix] >> k & 1)) continue;
			T(own_carry)(&uh, (const T(own) *)d->self, job->in, ix, mu, way, sign);
			T(lqcd_spinor_reconstruct_add)(&r, &uh, mu, sign);
		}
		T(lqcd_spinor_scale)(&r, T(lqcd_set1)((BASE)job->b), &r);
		if (job->x) T(lqcd_spinor_axpy)(&r, T(lqcd_set1)((BASE)job->a), LQCD_FIELD_AT(job->x, ix), &r);
		*LQCD_FIELD_AT(job->out, ix) = r;
	}
	if (job->y) *dot = T(lqcd_spinor_field_dot)(job->y, job->out);
	return job->sums ? T(lqcd_spinor_field_norm2)(job->out) : 0;
}

/** f->p -= k F of -2 Re x^dagger M z */
static lqcd_status T(own_force)(const T(lqcd_dirac) *d, T(lqcd_force) *f, double k, T(lqcd_spinor_field) *x,
				T(lqcd_spinor_field) *z)
{
	T(lqcd_spinor_field) *field[2] = {z, x};
	for (int n = 0; n < 2; n++) {
		const T(lqcd_spinor_field) even = T(lqcd_spinor_field_part)(field[n], LQCD_EVEN);
		T(lqcd_spinor_field) odd = T(lqcd_spinor_field_part)(field[n], LQCD_ODD);
		T(lqcd_dirac_hop)(&odd, 0, NULL, 1, d, &even, n, LQCD_TERM_NONE);
		lqcd_halo_exchange(T(lqcd_spinor_field_view)(field[n]));
	}
	LQCD_MASTER_FOR(f->p->type, ix)
		for (int mu = 0; mu < 4; mu++) {
			T(lqcd_su3) w, algebra;
			T(lqcd_su3_zero)(&w);
			for (int n = 0; n < 2; n++) {
				T(lqcd_halfspinor) here, uh;
				T(own_carry)(&uh, (const T(own) *)d->self, field[n], ix, mu, 1, n ? -1 : 1);
				T(lqcd_spinor_project)(&here, LQCD_FIELD_AT(field[!n], ix), mu, n ? -1 : 1);
				for (int i = 0; i < LQCD_NC; i++)
					for (int e = 0; e < 2 * LQCD_NC; e++)
						w.e[i][e / 2] = T(lqcd_complex_cfma)(here.c[e % 2].c[e / 2],
										     uh.c[e % 2].c[i], w.e[i][e / 2]);
			}
			T(lqcd_su3_project_algebra)(&algebra, &w);
			T(lqcd_su3_axpy)(LQCD_4FIELD_AT(f->p, ix, mu), T(lqcd_set1)((BASE)(k / 4)), &algebra);
		}
	return LQCD_OK;
}

static lqcd_status T(own_links)(T(own) *o, lqcd_field_view u)
{
	lqcd_status s = LQCD_OK;
	for (int n = 0; n < 2 && s == LQCD_OK; n++) {
		const REAL factor = T(lqcd_set1)((BASE)exp(n ? -o->c : o->c));
		s = lqcd_field_convert(T(lqcd_gauge_field_view)(&o->u[n]), u);
		LQCD_MASTER_FOR(o->u[n].type, ix)
			T(lqcd_su3_scale)(LQCD_4FIELD_AT(&o->u[n], ix, 0), factor, LQCD_4FIELD_AT(&o->u[n], ix, 0));
		if (s == LQCD_OK) s = lqcd_halo_exchange(T(lqcd_gauge_field_view)(&o->u[n]));
	}
	return s;
}

static lqcd_status T(own_set_links)(void *self, const T(lqcd_gauge_field) *u)
{
	return T(own_links)((T(own) *)self, T(lqcd_gauge_field_view)(u));
}

static lqcd_status T(own_create)(T(own) *o, T(lqcd_dirac) *d, const lqcd_gauge_field_vd *u, double mass, double c)
{
	lqcd_status s = T(lqcd_gauge_field_create)(&o->u[0], u->type->lattice, LQCD_FULL);
	if (s == LQCD_OK) s = T(lqcd_gauge_field_create)(&o->u[1], u->type->lattice, LQCD_FULL);
	o->c = c;
	if (s == LQCD_OK) s = T(own_links)(o, lqcd_gauge_field_view_vd(u));
	*d = T(lqcd_dirac_make)(o, o->u[0].type);
	d->diagonal = 4 + mass;
	d->masks = 1;
	d->hop_flops = LQCD_WILSON_FLOPS;
	d->hop = T(own_hop);
	d->force = T(own_force);
	d->set_links = T(own_set_links);
	return s;
}

#include "../lqcd/base/end.inc"
#endif
