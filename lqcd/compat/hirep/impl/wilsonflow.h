/* lqcd/compat/hirep/impl/wilsonflow.h: the names of HiRep's wilsonflow.h, on gauge/flow.h and observables/charge.h.
 *
 *   WF_initialize(), WF_free()
 *   WilsonFlow3(V, eps)          a step of the third-order Runge-Kutta scheme of Luescher [1006.4518]; |eps| <= 0.5
 *   WilsonFlow1(V, eps)          an Euler step: V := exp(eps Z(V)) V
 *   WilsonFlow3_adaptative(V, &eps, &eps_new, &delta)     a step eps if d, the largest |V - V'|^2 / NG of a link, is
 *                                at most delta: returns 1, eps_new = 0.95 eps (delta/d)^(1/3), at most 1; else
 *                                returns 0, V stays, eps_new = 0.5 eps (delta/d)^(1/3). V' = exp(2 Z1 - Z0) W1 with
 *                                W1 = exp(Z0/4) V, as in HiRep, where the scheme of second order has V: d is of order
 *                                eps^2, and steps are shorter than those of flow.h
 *   max_distance(V, W)           the largest |V_mu(x) - W_mu(x)|^2 / NG
 *   WF_E(V), WF_Esym(V)          energy density E = 2 sum_p Re tr(1 - U_p) / sites, and from four leaves
 *   WF_topo(V)                   topological charge from four leaves, epsilon_TXYZ = +1
 *   WF_E_T(E, V), WF_Esym_T(E, V)     E[2 t], E[2 t + 1] of slice t, 2 GLB_T numbers: the same densities from the three
 *                                planes with T, without T. Divided by GLB_T they add up to WF_E, WF_Esym; with BC_T_OPEN WF_E
 *                                counts planes without T half in the first and last slice
 *   WF_update_and_measure(type, V, &tmax, &eps, &delta, n, swc)       flow to tmax by EUL, RK3 or RK3_ADAPTIVE in steps of
 *                                eps, or shorter, measured n + 1 times at equal distances, printed; with STORE returns
 *                                element 0, [n + 1][t, E, Esym, charge], else NULL. With ends in time, or BC_T_THETA, of
 *                                each slice T, element 0, [n + 1][T][t, E and Esym of planes with T, without T] as E, E,
 *                                Esym, Esym of WF_E_T, WF_Esym_T, and their means over slices, element 1, [n + 1][t, the
 *                                four, charge]; those of BC_T_SF divided by GLB_T - 2 for E with T, else by GLB_T - 3.
 *                                Pltime and Plspace, which are printed, are mean traces of plaquettes; HiRep of 2024 prints NG - E
 *
 * V is a full field; links have their halo afterwards. Collective. With ends in time (gauge.h) energies are means over all time
 * slices, to which those outside add nothing; V needs the values at the ends, as u_gauge has them.
 * WF_set_bare_anisotropy(&chi) ends the program unless chi = 1.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_WILSONFLOW_H
#define LQCD_COMPAT_HIREP_IMPL_WILSONFLOW_H

#include "../../../gauge/flow.h"
#include "../../../observables/charge.h"
#include "data_storage.h"
#include "gauge.h"

typedef enum { EUL = 0, RK3 = 1, RK3_ADAPTIVE = 2 } WF_integrator_type;

LQCD__HR_GLOBAL lqcd_flow_d lqcd__hr_flow;

static inline void lqcd__hr_flowed(lqcd_status s)
{
	lqcd__hr_error_of_all(s != LQCD_OK, "WilsonFlow", lqcd_status_text(s));
}

static inline void WF_initialize(void)
{
	lqcd_flow_d *flow = &lqcd__hr_flow;
	if (flow->z.ptr) return;
	lqcd__hr_flowed(lqcd_flow_create_d(flow, &lqcd__hr_lattice, LQCD_FLOW_WILSON));
	lqcd__hr_flowed(lqcd_gauge_field_create_d(&flow->start, &lqcd__hr_lattice, LQCD_FULL));
	lqcd__hr_flowed(lqcd_gauge_field_create_d(&flow->second, &lqcd__hr_lattice, LQCD_FULL));
}

static inline void WF_set_bare_anisotropy(double *wf_chi)
{
	lqcd__hr_error_of_all(*wf_chi != 1, "WF_set_bare_anisotropy", "no anisotropy: set it to 1");
}

static inline void WF_free(void)
{
	if (lqcd__hr_flow.z.ptr) lqcd_flow_destroy_d(&lqcd__hr_flow);
	memset(&lqcd__hr_flow, 0, sizeof lqcd__hr_flow);
}

static inline double max_distance(suNg_field *V, suNg_field *Vprime)
{
	const lqcd_gauge_field_d a = lqcd__hr_gauge(V), b = lqcd__hr_gauge(Vprime);
	return lqcd_links_distance2_d(&a, &b) / NG;
}

static inline void WilsonFlow1(suNg_field *V, const double epsilon)
{
	lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	WF_initialize();
	lqcd__hr_flowed(lqcd_action_force_d(&lqcd__hr_flow.z, 0, &lqcd__hr_flow.action, &u, -epsilon));
	lqcd_momentum_move_d(&u, 1, &lqcd__hr_flow.z);
	lqcd__hr_share(V);
}

static inline void WilsonFlow3(suNg_field *V, const double epsilon)
{
	lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	WF_initialize();
	lqcd__hr_flowed(lqcd_flow_step_d(&lqcd__hr_flow, &u, epsilon));
	lqcd__hr_share(V);
}

/** second = exp(2 Z1 - Z0) W1, from second = Z0/4, z = 8/9 Z1 - 17/36 Z0 and V = W1. */
static inline void lqcd__hr_flow_second(lqcd_flow_d *flow, suNg_field *V)
{
	_MASTER_FOR(&glattice, ix)
	{
		for (int mu = 0; mu < 4; mu++) {
			lqcd_su3_d sum, e, w, *const s = LQCD_4FIELD_AT(&flow->second, ix, mu);
			lqcd_su3_scale_d(&sum, 0.25, s);
			lqcd_su3_axpy_d(&sum, 2.25, LQCD_4FIELD_AT(&flow->z, ix, mu));
			lqcd_su3_exp_d(&e, &sum);
			memcpy(&w, _4FIELD_AT(V, ix, mu), sizeof w);
			lqcd_su3_mul_d(s, &e, &w);
		}
	}
}

static inline int WilsonFlow3_adaptative(suNg_field *V, double *epsilon, double *epsilon_new, double *delta)
{
	static const double keep[3] = {0, -17.0 / 9, -1}, add[3] = {0.25, 8.0 / 9, 0.75};
	lqcd_flow_d *flow = &lqcd__hr_flow;
	lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	WF_initialize();
	lqcd_gauge_field_copy_d(&flow->start, &u);
	for (int k = 0; k < 3; k++) {
		lqcd__hr_flowed(lqcd_action_force_d(&flow->z, keep[k], &flow->action, &u, -*epsilon * add[k]));
		if (k == 0) lqcd_gauge_field_copy_d(&flow->second, &flow->z);
		if (k == 1) lqcd__hr_flow_second(flow, V);
		lqcd_momentum_move_d(&u, 1, &flow->z);
	}
	const double d = lqcd_links_distance2_d(&u, &flow->second) / NG;
	lqcd__hr_flowed(lqcd_isfinite(d) ? LQCD_OK : LQCD_NAN);
	const double best = *epsilon * cbrt(*delta / fmax(d, 1e-60));
	const int good = d <= *delta;
	if (!good) lqcd_gauge_field_copy_d(&u, &flow->start);
	*epsilon_new = good ? fmin(1, 0.95 * best) : 0.5 * best;
	lqcd__hr_share(V);
	return good;
}

static inline lqcd_energy_values lqcd__hr_energies(suNg_field *V)
{
	lqcd_energy_values e;
	const lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	lqcd__hr_flowed(lqcd_energy_d(&e, &u, 1));
	__asm__ volatile("" ::: "memory");
	return e;
}

static inline double WF_E(suNg_field *V)
{
	return lqcd__hr_energies(V).plaquette;
}

static inline double WF_Esym(suNg_field *V)
{
	return lqcd__hr_energies(V).clover;
}

static inline double WF_topo(suNg_field *V)
{
	return -lqcd__hr_energies(V).charge;
}

static inline void WF_E_T(double *E, suNg_field *V)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	lqcd_sum *sum = (lqcd_sum *)calloc(2 * (size_t)GLB_T, sizeof *sum);
	lqcd__hr_error(!sum, 1, "WF_E_T", "out of memory");
	lqcd__hr_flowed(lqcd_halo_exchange_leaves(lqcd_gauge_field_view_d(&u)));
	for (int k = 0; k < 2 * GLB_T; k++) lqcd_sum_start(&sum[k]);
	_MASTER_FOR_SUM(&glattice, ix, sum)
	for (int mu = 0; mu < 3; mu++)
		for (int nu = mu + 1; nu < 4; nu++) {
			int x[4];
			const int t = LQCD__HR_ENDS ? lqcd__hr_time(ix) : 0;
			lqcd_geometry_coords(u.type, ix, 0, x);
			if (LQCD__HR_ENDS && (t < 0 || t + !mu > lqcd__hr_lattice.boundary.last)) continue;
			lqcd_sum_add(&sum[2 * (x[0] + zerocoord[0]) + (mu > 0)], NG - lqcd_plaquette_site_d(&u, ix, mu, nu));
		}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, E, sum, 2 * GLB_T);
	for (int k = 0; k < 2 * GLB_T; k++) E[k] *= 2 / (double)GLB_VOL3;
	free(sum);
}

static inline void WF_Esym_T(double *Esym, suNg_field *V)
{
	const lqcd_gauge_field_d u = lqcd__hr_gauge(V);
	lqcd_energy_values *e = (lqcd_energy_values *)calloc((size_t)GLB_T, sizeof *e);
	lqcd__hr_error(!e, 1, "WF_Esym_T", "out of memory");
	lqcd__hr_flowed(lqcd_energy_slices_d(e, &u, 1));
	__asm__ volatile("" ::: "memory");
	for (int t = 0; t < GLB_T; t++) {
		Esym[2 * t] = e[t].time;
		Esym[2 * t + 1] = e[t].space;
	}
	free(e);
}

#if LQCD__HR_ENDS || defined(BC_T_THETA)
/** Prints, and with ret stores, measurement k of n + 1: slice by slice, and their means. */
static inline void lqcd__hr_flow_measure(suNg_field *V, double t, int k, int n, data_storage_array **ret)
{
	double *e = (double *)calloc(4 * (size_t)GLB_T, sizeof *e), *sym = e + 2 * GLB_T, mean[4] = {0, 0, 0, 0};
	lqcd__hr_error(!e, 1, "WF_update_and_measure", "out of memory");
	const double charge = WF_topo(V);
	WF_E_T(e, V);
	WF_Esym_T(sym, V);
#ifdef BC_T_SF
	const int slices[4] = {GLB_T - 2, GLB_T - 3, GLB_T - 3, GLB_T - 3};
	e[0] = e[1] = e[2 * GLB_T - 2] = e[2 * GLB_T - 1] = 0;
#else
	const int slices[4] = {GLB_T, GLB_T, GLB_T, GLB_T};
#endif
	if (ret && !*ret) {
		int all[3] = {n + 1, GLB_T, 5}, means[2] = {n + 1, 6};
		*ret = allocate_data_storage_array(2);
		allocate_data_storage_element(*ret, 0, 3, all);
		allocate_data_storage_element(*ret, 1, 2, means);
	}
	for (int j = 0; j < GLB_T; j++) {
		const double of[5] = {t, e[2 * j], e[2 * j + 1], sym[2 * j], sym[2 * j + 1]};
		lprintf("WILSONFLOW", 0, "WF (T,t,Etime,Espace,Esymtime,Esymspace) = %d %1.8e %1.16e %1.16e %1.16e %1.16e\n", j,
			t, of[1], of[2], of[3], of[4]);
		for (int c = 0; c < 4; c++) mean[c] += of[c + 1] / slices[c];
		if (ret) memcpy((*ret)->element[0].data + 5 * (k * GLB_T + j), of, sizeof of);
	}
	free(e);
	lprintf("WILSONFLOW", 0,
		"WF avg (t,Etime,Espace,Esymtime,Esymspace,Pltime,Plspace,TC) = %1.8e %1.16e %1.16e %1.16e %1.16e %1.16e %1.16e "
		"%1.16e\n",
		t, mean[0], mean[1], mean[2], mean[3], NG - mean[0] / 6, NG - mean[1] / 6, charge);
	if (!ret) return;
	double *to = (*ret)->element[1].data + 6 * k;
	to[0] = t;
	memcpy(to + 1, mean, sizeof mean);
	to[5] = charge;
}
#else
/** Prints, and with ret stores, measurement k of n + 1. */
static inline void lqcd__hr_flow_measure(suNg_field *V, double t, int k, int n, data_storage_array **ret)
{
	const lqcd_energy_values e = lqcd__hr_energies(V);
	lprintf("WILSONFLOW", 0, "WF (t,E,t2*E,Esym,t2*Esym,TC) = %1.8e %1.16e %1.16e %1.16e %1.16e %1.16e\n", t,
		e.plaquette, t * t * e.plaquette, e.clover, t * t * e.clover, -e.charge);
	if (!ret) return;
	if (!*ret) {
		int size[2] = {n + 1, 4};
		*ret = allocate_data_storage_array(1);
		allocate_data_storage_element(*ret, 0, 2, size);
	}
	double *to = (*ret)->element[0].data + 4 * k;
	to[0] = t;
	to[1] = e.plaquette;
	to[2] = e.clover;
	to[3] = -e.charge;
}
#endif

static inline data_storage_array *WF_update_and_measure(WF_integrator_type wft, suNg_field *V, double *tmax,
							double *eps, double *delta, int nmeas, storage_switch swc)
{
	data_storage_array *ret = NULL, **store = swc == STORE ? &ret : NULL;
	double t = 0, step = *eps;
	lqcd__hr_error(nmeas < 1 || !(*eps > 0), 1, "WF_update_and_measure", "a positive step, one measurement");
	lqcd__hr_flow_measure(V, 0, 0, nmeas, store);
	for (int k = 1; k <= nmeas; k++) {
		const double end = *tmax * k / nmeas;
		while (end - t > 1e-10) {
			double h = fmin(step, end - t), next = step;
			int cut = h < step;
			if (wft == EUL)
				WilsonFlow1(V, h);
			else if (wft == RK3)
				WilsonFlow3(V, h);
			else {
				for (; !WilsonFlow3_adaptative(V, &h, &next, delta); cut = 0) h = next;
				/* A step cut short by a measurement does not limit the next one. */
				step = cut ? fmax(step, next) : next;
			}
			t += h;
		}
		lqcd__hr_flow_measure(V, t, k, nmeas, store);
	}
	return ret;
}

#endif
