/* examples/own_operator.c: a Dirac operator that is not in the library: Wilson quarks with a chemical potential c,
 *   H psi(x) = sum_mu [(1-g_mu) e^(c d_mu0) U_mu(x) psi(x+mu) + (1+g_mu) e^(-c d_mu0) U_mu(x-mu)^dagger psi(x-mu)]
 * (P. Hasenfratz, F. Karsch, Phys. Lett. B 125 (1983) 308). Its hop, its force and set_links are all that
 * solvers, multigrid, propagators and HMC need (dirac/operator.h). The file is its own template, for vf and vd. */
#ifndef LQCD_TAG
#include "output.h"

static void must(lqcd_status s)
{
	must_be_ok("own_operator", s, NULL);
}

#define LQCD_TEMPLATE "../../examples/own_operator.c"
#define LQCD_TAGS     LQCD_LANE_TAGS
#include "../lqcd/base/each_tag.inc"

int main(int argc, char **argv)
{
	static const char *const name[4] = {"CG", "BiCGStab", "mixed", "multigrid"};
	static const char usage[] = "usage: own_operator [options]\nSolves, a pion and HMC of quarks with a chemical potential\n\n"
				    OUTPUT_USAGE OUTPUT_USAGE_QUIET;
	output out;
	output_plain(&out, "own_operator", usage, argc, argv);
	const int extent[4] = {8, 4, 4, 4}, origin[4] = {0, 0, 0, 0};
	const lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_multigrid_params mp = lqcd_multigrid_params_default();
	lqcd_hmc_chain chain = lqcd_hmc_chain_make(5.6, 0, 1);
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_spinor_field_vd x[5], *b = &x[4];
	lqcd_spinor_field_d s[LQCD_COLUMNS];
	own_vd o;
	own_vf low;
	lqcd_multigrid_vf mg;
	lqcd_inverter inv;
	lqcd_pseudofermion_vd quarks;
	lqcd_hmc_vd hmc;
	say_table(&out, "table");
	say_row(&out, "solver\titerations\tresidual");
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	example_lattice = &lat;
	must(lqcd_gauge_field_create(&u, &lat, LQCD_FULL));
	for (int k = 0; k < 5; k++) must(lqcd_spinor_field_create(&x[k], &lat, LQCD_FULL));
	must(lqcd_propagator_create(s, &lat));
	chain.level[0].steps = 30;
	must(lqcd_hmc_create(&hmc, &lat, &chain));
	lqcd_gauge_field_unit(&u);
	for (int k = 0; k < 3; k++) must(lqcd_hmc_trajectory(&hmc, &u)); /* links that are not free */
	must(own_create_vd(&o, lqcd_gauge_field_view(&u), 0.3, 0.2));
	must(own_create_vf(&low, lqcd_gauge_field_view(&u), 0.3, 0.2));
	must(lqcd_inverter_create_for(&inv, &o.d, &low.d, LQCD_BICGSTAB_THEN_CG));
	must(lqcd_propagator_point_source(s, origin));
	lqcd_spinor_field_gaussian(b, 1, 0);
	must(lqcd_dirac_multigrid_create(&mg, &low.d, &mp, NULL));
	const lqcd_solve_result r[4] = {lqcd_dirac_solve(&x[0], &o.d, b, LQCD_CG, &p),
					lqcd_dirac_solve(&x[1], &o.d, b, LQCD_BICGSTAB, &p),
					lqcd_dirac_solve_mixed(&x[2], &o.d, &low.d, b, LQCD_BICGSTAB, &p),
					lqcd_dirac_solve_multigrid(&x[3], &o.d, &mg, b, &p)};
	for (int k = 0; k < 4; k++) say_row(&out, "%s\t%d\t%.1e", name[k], r[k].iterations, r[k].residual);
	must(lqcd_propagator_solve_by(s, &inv, &p, NULL));
	must(lqcd_pseudofermion_create_for(&quarks, &o.d, NULL)); /* det D(c) D(c)^dagger: opposite potentials */
	const lqcd_hmc_term_vd term = lqcd_pseudofermion_term(&quarks);
	must(lqcd_hmc_add(&hmc, &term, 0));
	must(lqcd_hmc_trajectory(&hmc, &u));
	say_result(&out, "dH", hmc.dH, lqcd_nan());
	return output_end(&out, r[0].status || r[1].status || r[2].status || r[3].status);
}
#else
#include "../lqcd/base/begin.inc"

typedef struct {
	T(lqcd_gauge_field) u[2]; /* with e^c, e^-c in U_0, and their halos */
	double c;
	T(lqcd_dirac) d;
} T(own);

static double T(own_hop)(const T(lqcd_dirac) *d, const T(lqcd_hop) *job, lqcd_complex_d *dot)
{
	const T(own) *o = (const T(own) *)d->self;
	must(lqcd_halo_exchange(T(lqcd_spinor_field_view)(job->in)));
	LQCD_MASTER_FOR(job->out->type, ix) {
		T(lqcd_spinor) r;
		T(lqcd_spinor_zero)(&r);
		for (int k = 0; k < 8; k++) {
			const int mu = k / 2, way = k % 2 ? -1 : 1, sign = job->dagger ? -way : way;
			T(lqcd_halfspinor) uh;
			if (job->mask && !(job->mask[ix] >> k & 1)) continue;
			T(lqcd_hop_carry)(&uh, &o->u[sign < 0], job->in, ix, mu, way, sign);
			T(lqcd_spinor_reconstruct_add)(&r, &uh, mu, sign);
		}
		T(lqcd_hop_put)(job, ix, &r);
	}
	return T(lqcd_hop_sums)(job, dot);
}

/** f->p -= k F of -2 Re x^dagger M z */
static lqcd_status T(own_force)(const T(lqcd_dirac) *d, T(lqcd_force) *f, double k, T(lqcd_spinor_field) *x,
				T(lqcd_spinor_field) *z)
{
	const T(own) *o = (const T(own) *)d->self;
	const T(lqcd_spinor_field) *field[2] = {z, x};
	const lqcd_status s = T(lqcd_force_fields)(d, x, z);
	if (s != LQCD_OK) return s;
	LQCD_MASTER_FOR(f->p->type, ix)
		for (int mu = 0; mu < 4; mu++) {
			T(lqcd_su3) w, algebra;
			T(lqcd_su3_zero)(&w);
			for (int n = 0; n < 2; n++) {
				T(lqcd_halfspinor) uh, here;
				T(lqcd_hop_carry)(&uh, &o->u[n], field[n], ix, mu, 1, n ? -1 : 1);
				T(lqcd_spinor_project)(&here, LQCD_FIELD_AT(field[!n], ix), mu, n ? -1 : 1);
				T(lqcd_halfspinor_outer_add)(&w, &uh, &here);
			}
			T(lqcd_su3_project_algebra)(&algebra, &w);
			T(lqcd_su3_axpy)(LQCD_4FIELD_AT(f->p, ix, mu), T(lqcd_set1)((BASE)(k / 4)), &algebra);
		}
	return LQCD_OK;
}

static lqcd_status T(own_set_links)(void *self, const T(lqcd_gauge_field) *u)
{
	lqcd_status s = LQCD_OK;
	for (int n = 0; n < 2 && s == LQCD_OK; n++) {
		T(lqcd_gauge_field) *v = &((T(own) *)self)->u[n];
		const REAL factor = T(lqcd_set1)((BASE)exp(n ? -((T(own) *)self)->c : ((T(own) *)self)->c));
		s = lqcd_field_convert(T(lqcd_gauge_field_view)(v), T(lqcd_gauge_field_view)(u));
		LQCD_MASTER_FOR(v->type, ix)
			T(lqcd_su3_scale)(LQCD_4FIELD_AT(v, ix, 0), factor, LQCD_4FIELD_AT(v, ix, 0));
		if (s == LQCD_OK) s = lqcd_halo_exchange(T(lqcd_gauge_field_view)(v));
	}
	return s;
}

static lqcd_status T(own_create)(T(own) *o, lqcd_field_view u, double mass, double c)
{
	lqcd_status s = LQCD_OK;
	for (int n = 0; n < 2 && s == LQCD_OK; n++)
		s = T(lqcd_gauge_field_create)(&o->u[n], u.type->lattice, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_field_convert(T(lqcd_gauge_field_view)(&o->u[1]), u);
	o->c = c;
	o->d = T(lqcd_dirac_make)(o, o->u[0].type);
	o->d.diagonal = 4 + mass;
	o->d.masks = 1;
	o->d.hop = T(own_hop);
	o->d.force = T(own_force);
	o->d.set_links = T(own_set_links);
	return s == LQCD_OK ? T(own_set_links)(o, &o->u[1]) : s;
}
#include "../lqcd/base/end.inc"
#endif
