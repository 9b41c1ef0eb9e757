/* lqcd/compat/quda/program.h: part of quda.h: from initQuda to endQuda: the lattice, the loaded links, and what is made of them.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_PROGRAM_H
#define LQCD_QUDA_PROGRAM_H

#include "device.h"

void initQudaDevice(int device)
{
	lqcd__quda_device_open(device, "initQuda");
	if (!lqcd__quda.begun && lqcd__quda.verbosity == QUDA_SILENT && !lqcd__quda.out) lqcd__quda.verbosity = QUDA_SUMMARIZE;
	lqcd__quda.begun = 1;
}

void initQudaMemory(void)
{
}

void initQuda(int device)
{
	const lqcd_comm all = lqcd_comm_all();
	if (!lqcd__quda.grid[0] && all.size > 1) lqcd__quda_error("initQuda: %d processes: initCommsGridQuda comes before", all.size);
	for (int k = 0; k < 4 && all.size == 1; k++) lqcd__quda.grid[k] = 1;
	initQudaDevice(device);
	initQudaMemory();
}

LQCD_STATIC void lqcd__quda_forget_operator(void)
{
	if (lqcd__quda.has_inverter) lqcd_inverter_destroy(&lqcd__quda.inverter);
	lqcd__quda.has_inverter = 0;
}

void freeCloverQuda(void)
{
	lqcd__quda_forget_operator();
	lqcd__quda_device_forget();
	lqcd__quda.has_clover = 0;
	lqcd_free(lqcd__quda.blocks);
	lqcd__quda.blocks = NULL;
	if (lqcd__quda.has_clover_links) lqcd_gauge_field_destroy_d(&lqcd__quda.clover_links);
	lqcd__quda.has_clover_links = 0;
}

LQCD_STATIC void lqcd__quda_forget_staggered(void)
{
	lqcd__quda_staggered *k = &lqcd__quda.staggered;
	lqcd_staggered_destroy_d_ks(&k->d);
	lqcd_staggered_destroy_f_ks(&k->f);
	lqcd_staggered_destroy_vd_ks(&k->vd);
	lqcd_staggered_destroy_vf_ks(&k->vf);
	k->made = 0;
	lqcd__quda_device_forget_staggered();
}

/** Those of which the clover term is. */
LQCD_STATIC lqcd_field_view lqcd__quda_clover_links(void)
{
	return lqcd_gauge_field_view_d(lqcd__quda.has_clover_links ? &lqcd__quda.clover_links : &lqcd__quda.links);
}

/** Those of QUDA_WILSON_LINKS, and what was made of them, but for the clover term, which freeCloverQuda frees. */
LQCD_STATIC void lqcd__quda_free_links(void)
{
	lqcd__quda_forget_operator();
	lqcd__quda_device_forget();
	lqcd__quda_forget_staggered();
	if (lqcd__quda.has_links && lqcd__quda.has_clover && !lqcd__quda.blocks && !lqcd__quda.has_clover_links) {
		lqcd__quda.clover_links = lqcd__quda.links;
		lqcd__quda.has_clover_links = 1;
	} else if (lqcd__quda.has_links)
		lqcd_gauge_field_destroy_d(&lqcd__quda.links);
	if (lqcd__quda.has_smeared) lqcd_gauge_field_destroy_d(&lqcd__quda.smeared);
	lqcd__quda.has_links = lqcd__quda.has_smeared = 0;
}

void freeGaugeQuda(void)
{
	lqcd__quda_free_links();
	if (lqcd__quda.has_fat) lqcd_gauge_field_destroy_d(&lqcd__quda.fat);
	if (lqcd__quda.has_long) lqcd_gauge_field_destroy_d(&lqcd__quda.lng);
	lqcd__quda.has_fat = lqcd__quda.has_long = 0;
}

LQCD_STATIC void lqcd__quda_multigrid_clear(lqcd__quda_multigrid *mg)
{
	const int here = mg->made && !mg->on_device;
	lqcd__quda_device_multigrid_clear(&mg->there);
	mg->made = 0;
	if (!here) return;
	if (mg->inverter.vd.used)
		lqcd_multigrid_destroy_vf(&mg->vf);
	else
		lqcd_multigrid_destroy_f(&mg->f);
	lqcd_inverter_destroy(&mg->inverter);
}

/** Multigrid is that of a lattice: destroys what all of them have, before the lattice goes. The caller's pointers stay valid. */
LQCD_STATIC void lqcd__quda_forget_multigrids(void)
{
	for (lqcd__quda_multigrid *mg = lqcd__quda.multigrids; mg; mg = mg->next) lqcd__quda_multigrid_clear(mg);
}

LQCD_STATIC void lqcd__quda_forget_momenta(void)
{
	if (lqcd__quda_resident.has_momenta) lqcd_gauge_field_destroy_d(&lqcd__quda_resident.momenta);
	lqcd__quda_resident.has_momenta = 0;
}

LQCD_STATIC void lqcd__quda_forget_solutions(void)
{
	for (int k = 0; k < lqcd__quda_solutions.count; k++) lqcd_free(lqcd__quda_solutions.x[k]);
	lqcd__quda_solutions.count = 0;
}

void endQuda(void)
{
	lqcd__quda_multigrid *const multigrids = lqcd__quda.multigrids;
	freeGaugeQuda();
	lqcd__quda_forget_momenta();
	lqcd__quda_forget_solutions();
	freeCloverQuda();
	lqcd__quda_forget_multigrids();
	lqcd__quda_device_close();
	if (lqcd__quda.has_lattice) lqcd_lattice_destroy(&lqcd__quda.lattice);
	memset((void *)&lqcd__quda, 0, sizeof lqcd__quda);
	lqcd__quda.multigrids = multigrids;
}

/* ---- links ---- */

/* None of the orders below has one; gcc follows a NULL into those that do. */
static const int lqcd__quda_no_table[4] = {1, 1, 1, 1};

LQCD_STATIC int lqcd__quda_bits(QudaPrecision precision, const char *field, const char *function)
{
	if (precision != QUDA_SINGLE_PRECISION && precision != QUDA_DOUBLE_PRECISION)
		lqcd__quda_error("%s: %s = %d: QUDA_SINGLE_PRECISION or QUDA_DOUBLE_PRECISION", function, field, (int)precision);
	return 8 * (int)precision;
}

/** The lattice of local extents X (X Y Z T); links of another one are lost. */
LQCD_STATIC void lqcd__quda_set_lattice(const int X[4])
{
	lqcd_lattice_options options = lqcd_lattice_options_default();
	lqcd_message why;
	int extent[4], same = lqcd__quda.has_lattice;
	for (int mu = 0; mu < 4; mu++) {
		const int local = X[(mu + 3) % 4];
		if (local < 2 || local % 2) lqcd__quda_error("loadGaugeQuda: X[%d] = %d: an even number is needed", (mu + 3) % 4, local);
		options.grid[mu] = lqcd__quda.grid[(mu + 3) % 4];
		extent[mu] = local * options.grid[mu];
		if (same && (lqcd__quda.lattice.extent[mu] != extent[mu] || lqcd__quda.lattice.local[mu] != local)) same = 0;
	}
	if (same) return;
	freeGaugeQuda();
	lqcd__quda_forget_momenta();
	lqcd__quda_forget_solutions();
	freeCloverQuda();
	lqcd__quda_forget_multigrids();
	lqcd__quda_device_leave();
	if (lqcd__quda.has_lattice) lqcd_lattice_destroy(&lqcd__quda.lattice);
	lqcd__quda.has_lattice = 0;
	lqcd__quda.comm = lqcd_comm_all();
	options.comm = &lqcd__quda.comm;
	const lqcd_status s = lqcd_lattice_create(&lqcd__quda.lattice, extent, &options, &why);
	if (s != LQCD_OK) lqcd__quda_error("loadGaugeQuda: %s", why.text);
	lqcd__quda.has_lattice = 1;
	lqcd__quda_device_enter("loadGaugeQuda");
}

/** The extents of p must be those of the loaded links. */
LQCD_STATIC void lqcd__quda_check_extents(const QudaGaugeParam *p, const char *function)
{
	lqcd__quda_need(lqcd__quda.has_links, function, "loadGaugeQuda comes before");
	for (int mu = 0; mu < 4; mu++)
		if (p->X[mu] != lqcd__quda.lattice.local[(mu + 1) % 4])
			lqcd__quda_error("%s: X[%d] = %d: not that of loadGaugeQuda", function, mu, p->X[mu]);
}

/** The memory of the caller from `offset` bytes on of its struct of a site, where `numbers` of a site are. */
LQCD_STATIC void *lqcd__quda_site_member(void *data, const QudaGaugeParam *p, size_t offset, int numbers, const char *function)
{
	const size_t bytes = (size_t)p->cpu_prec;
	if (!p->site_size || p->site_size % bytes || offset % bytes || offset > p->site_size || p->site_size - offset < (size_t)numbers * bytes)
		lqcd__quda_error("%s: site_size = %lu: a multiple of cpu_prec with room for %d numbers behind offset %lu", function,
				 (unsigned long)p->site_size, numbers, (unsigned long)offset);
	return (char *)data + offset;
}

/** Links in the memory of the caller. */
LQCD_STATIC lqcd_foreign lqcd__quda_links(void *data, const QudaGaugeParam *p, const char *function)
{
	lqcd_foreign_code code = LQCD_CODES;
	const int bits = lqcd__quda_bits(p->cpu_prec, "cpu_prec", function), *l = lqcd__quda.lattice.local;
	switch ((int)p->gauge_order) {
	case QUDA_QDP_GAUGE_ORDER: code = LQCD_CODE_QUDA_QDP; break;
	case QUDA_QDPJIT_GAUGE_ORDER: code = LQCD_CODE_QUDA_QDPJIT; break;
	case QUDA_CPS_WILSON_GAUGE_ORDER: code = LQCD_CODE_QUDA_CPS; break;
	case QUDA_MILC_GAUGE_ORDER:
	case QUDA_MILC_SITE_GAUGE_ORDER: code = LQCD_CODE_QUDA_MILC; break;
	case QUDA_BQCD_GAUGE_ORDER:
	case QUDA_TIFR_GAUGE_ORDER: code = LQCD_CODE_QUDA_TIFR; break;
	default: lqcd__quda_error("%s: gauge_order %d is not supported", function, (int)p->gauge_order);
	}
	if (p->gauge_order == QUDA_MILC_SITE_GAUGE_ORDER)
		data = lqcd__quda_site_member(data, p, p->gauge_offset, 8 * LQCD_NC * LQCD_NC, function);
	lqcd_foreign f = lqcd_foreign_of(code, LQCD_FOREIGN_LINKS, data, bits, lqcd__quda_no_table, &lqcd__quda.lattice);
	if (p->gauge_order == QUDA_MILC_SITE_GAUGE_ORDER) f.site = (ptrdiff_t)(p->site_size / (size_t)(bits / 8));
	if (p->gauge_order == QUDA_BQCD_GAUGE_ORDER) { /* room for a halo behind the sites of each parity */
		f.half = f.site * (l[1] / 2 + 2) * (l[2] + 2) * (l[3] + 2) * (l[0] + 2);
		f.direction = 2 * f.half;
	}
	if (p->type == QUDA_ASQTAD_FAT_LINKS || p->type == QUDA_ASQTAD_LONG_LINKS) return f; /* with phases and boundary */
	f.boundary[0].re = p->t_boundary;
	if (p->staggered_phase_applied) (void)lqcd_foreign_set_phases(&f, LQCD_PHASES_TXYZ);
	return f;
}

/** Keeps boundary, phases, anisotropy and forms of the loaded links. Links divided by an anisotropy have no third row to compute. */
LQCD_STATIC void lqcd__quda_loaded(const QudaGaugeParam *p)
{
	const int isotropic = LQCD__QUDA_IS(p->anisotropy, 1);
	lqcd__quda.bc_t = p->t_boundary == QUDA_ANTI_PERIODIC_T ? -1 : 1;
	lqcd__quda.phases = p->staggered_phase_applied != 0;
	lqcd__quda.anisotropy = p->anisotropy;
	lqcd__quda.reconstruct = isotropic ? p->reconstruct : QUDA_RECONSTRUCT_NO;
	lqcd__quda.reconstruct_sloppy = isotropic ? p->reconstruct_sloppy : QUDA_RECONSTRUCT_NO;
}

void loadGaugeQuda(void *h_gauge, QudaGaugeParam *param)
{
	const char *const name = "loadGaugeQuda";
	lqcd__quda_need(lqcd__quda.begun, name, "initQuda comes before");
	lqcd__quda_check_gauge(param, name);
	lqcd__quda_need(h_gauge || param->use_resident_gauge, name, "no links (NULL)");
	const int fat = param->type == QUDA_ASQTAD_FAT_LINKS, longer = param->type == QUDA_ASQTAD_LONG_LINKS;
	lqcd__quda_need(param->type == QUDA_WILSON_LINKS || fat || longer, name,
			"type: QUDA_WILSON_LINKS, QUDA_ASQTAD_FAT_LINKS or QUDA_ASQTAD_LONG_LINKS");
	lqcd__quda_need(param->t_boundary == QUDA_PERIODIC_T || param->t_boundary == QUDA_ANTI_PERIODIC_T, name,
			"t_boundary: QUDA_PERIODIC_T or QUDA_ANTI_PERIODIC_T");
	if (param->use_resident_gauge) { /* the loaded links stay */
		lqcd__quda_check_extents(param, name);
		lqcd__quda_need(param->type == QUDA_WILSON_LINKS && (int)param->t_boundary == lqcd__quda.bc_t, name,
				"use_resident_gauge: for QUDA_WILSON_LINKS and the t_boundary of the loaded links");
		lqcd__quda_loaded(param);
		lqcd__quda_device_forget();
		return;
	}
	lqcd__quda_set_lattice(param->X);
	const lqcd_foreign f = lqcd__quda_links(h_gauge, param, name);
	int *const has = fat ? &lqcd__quda.has_fat : longer ? &lqcd__quda.has_long : &lqcd__quda.has_links;
	lqcd_gauge_field_d *const u = fat ? &lqcd__quda.fat : longer ? &lqcd__quda.lng : &lqcd__quda.links;
	if (!fat && !longer) lqcd__quda_free_links();
	lqcd__quda_forget_staggered();
	if (!*has) lqcd__quda_must(lqcd_gauge_field_create_d(u, &lqcd__quda.lattice, LQCD_FULL), name);
	*has = 1;
	lqcd__quda_must(lqcd_foreign_import(lqcd_gauge_field_view_d(u), &f), name);
	if (fat || longer) return;
	lqcd__quda_loaded(param);
}

/** Copies the loaded links with the phases and the sign of the boundary that they had. */
LQCD_STATIC void lqcd__quda_links_with_phases(lqcd_gauge_field_d *u, const char *function)
{
	lqcd_staggered_phases phases = lqcd_staggered_phases_make(LQCD_PHASES_MILC, lqcd__quda.bc_t);
	lqcd__quda_must(lqcd_gauge_field_create_d(u, &lqcd__quda.lattice, LQCD_FULL), function);
	lqcd_gauge_field_copy_d(u, &lqcd__quda.links);
	lqcd__quda_must(lqcd_gauge_field_phases_d(u, &phases, 1), function);
	if (lqcd__quda.phases) return;
	phases.bc_t = 1; /* the boundary alone: phases twice */
	lqcd__quda_must(lqcd_gauge_field_phases_d(u, &phases, 1), function);
}

void plaqQuda(double plaq[3])
{
	lqcd__quda_need(plaq != NULL, "plaqQuda", "no output (NULL)");
	lqcd__quda_need(lqcd__quda.has_links, "plaqQuda", "loadGaugeQuda comes before");
	const lqcd_plaquette_values p = lqcd_plaquette_d(&lqcd__quda.links);
	plaq[0] = p.mean;
	plaq[1] = p.space;
	plaq[2] = p.time;
}

#endif
