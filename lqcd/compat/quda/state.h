/* lqcd/compat/quda/state.h: part of quda.h: processes, links, parameters and errors.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_STATE_H
#define LQCD_QUDA_STATE_H

#include <stdarg.h>
#include <stdlib.h>

#include "../../base/clock.h"
#include "../../gauge/plaquette.h"
#include "../../solver/gcr.h"
#include "../../solver/multishift.h"
#include "../../solver/staggered_eigen.h"
#include "../foreign.h"
#include "device_types.h"
#include "params_more.h"

/* The parameters of the operator in `inverter`. */
typedef struct {
	double kappa, csw, mu;
	const double *blocks;
	lqcd_precision inner;
	lqcd_method method;
	lqcd_schur_form form;
} lqcd__quda_key;

/* Fields of which lqcd__quda_note has spoken. */
enum { LQCD__QUDA_NOTES = 64 };

/* The staggered operator. made: 1 + its dslash_type, or 0; inner: also in floats. */
typedef struct {
	int made, inner, lanes;
	lqcd_staggered_d_ks d;
	lqcd_staggered_f_ks f;
	lqcd_staggered_vd_ks vd;
	lqcd_staggered_vf_ks vf;
} lqcd__quda_staggered;

struct lqcd__quda_multigrid;

/* QUDA's interface has no handle: this is the one object of the program. */
static struct {
	int begun, has_lattice, has_links, has_smeared, has_clover, has_inverter, has_fat, has_long;
	int has_clover_links; /* the clover term is that of links that have gone */
	int grid[4]; /* X Y Z T */
	int bc_t, phases; /* phases: the loaded links had MILC's */
	QudaReconstructType reconstruct, reconstruct_sloppy; /* as they were loaded */
	double clover_coeff, anisotropy; /* anisotropy: of the loaded links */
	double *blocks; /* a given clover term in our conventions, lexicographic, or NULL */
	QudaVerbosity verbosity;
	char prefix[64];
	FILE *out;
	lqcd_comm comm;
	lqcd_lattice lattice;
	lqcd_gauge_field_d links, smeared, clover_links; /* without the sign of the boundary and phases */
	lqcd_gauge_field_d fat, lng; /* as they were loaded */
	lqcd__quda_key key;
	lqcd_inverter inverter;
	lqcd__quda_staggered staggered;
	struct lqcd__quda_multigrid *multigrids; /* those of newMultigridQuda that live, in a list */
#ifdef LQCD_QUDA_DEVICE
	lqcd__quda_device device;
#endif
} lqcd__quda;

/** Says why, and ends the program, as errorQuda does. */
LQCD_PRINTF(1, 2)
LQCD_STATIC void lqcd__quda_error(const char *format, ...)
{
	va_list args;
	char text[400];
	const lqcd_comm all = lqcd_comm_all();
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	fprintf(stderr, "%sERROR: %s\n", lqcd__quda.prefix, text);
	if (all.size > 1) lqcd_comm_abort(LQCD_ERR_ARGUMENT);
	exit(1);
}

LQCD_STATIC void lqcd__quda_must(lqcd_status s, const char *function)
{
	if (s != LQCD_OK) lqcd__quda_error("%s: %s", function, lqcd_lattice_why(&lqcd__quda.lattice, s).text);
}

LQCD_STATIC void lqcd__quda_need(int condition, const char *function, const char *what)
{
	if (!condition) lqcd__quda_error("%s: %s", function, what);
}

LQCD_STATIC int lqcd__quda_says(QudaVerbosity from)
{
	return lqcd__quda.verbosity >= from && lqcd_comm_root(&lqcd__quda.lattice.comm);
}

/** Says once in a process what becomes of a field. */
LQCD_STATIC void lqcd__quda_note(const char *function, const char *field, const char *what)
{
	static const char *said[LQCD__QUDA_NOTES];
	static int notes;
	for (int k = 0; k < notes; k++)
		if (strcmp(said[k], field) == 0) return;
	if (notes == LQCD__QUDA_NOTES || !lqcd__quda_says(QUDA_SUMMARIZE)) return;
	said[notes++] = field;
	fprintf(lqcd__quda.out ? lqcd__quda.out : stdout, "%snote: %s: %s: %s\n", lqcd__quda.prefix, function, field, what);
}

#include "device.h"

/** Multigrid is that of a lattice: destroys what all of them have, before the lattice goes. The caller's pointers stay valid. */
LQCD_STATIC void lqcd__quda_forget_multigrids(void);
/** The same of momenta and solutions that stay between calls. */
LQCD_STATIC void lqcd__quda_forget_momenta(void);
LQCD_STATIC void lqcd__quda_forget_solutions(void);

/* ---- parameters ---- */

#define LQCD__QUDA_SET(type, name, initial)           p.name = initial;
#define LQCD__QUDA_SET_NONE(type, name, initial, neutral) p.name = initial;
#define LQCD__QUDA_SKIP(type, name, initial)
/* Equal without a comparison of floating-point numbers that compilers warn about. */
#define LQCD__QUDA_IS(a, b) ((a) <= (b) && (a) >= (b))
#define LQCD__QUDA_REFUSE(type, name, initial, neutral)                                                                 \
	if (!LQCD__QUDA_IS((double)p->name, (double)(initial)) && !LQCD__QUDA_IS((double)p->name, (double)(neutral)))   \
		lqcd__quda_error("%s: %s = %g is not supported", function, #name, (double)p->name);

/* A field that changes nothing here is noted, unless it is not set. */
#define LQCD__QUDA_SETS(value, initial)                                                                     \
	(!LQCD__QUDA_IS((double)(value), (double)(initial)) && !LQCD__QUDA_IS((double)(value), 0) &&        \
	 !LQCD__QUDA_IS((double)(value), QUDA_INVALID_DOUBLE) && !LQCD__QUDA_IS((double)(value), QUDA_INVALID_ENUM))
#define LQCD__QUDA_NOTE(name) \
	if (LQCD__QUDA_SETS(p->name, fresh.name)) lqcd__quda_note(function, #name, "changes nothing here");

QudaGaugeParam newQudaGaugeParam(void)
{
	QudaGaugeParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_GAUGE(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	return p;
}

QudaInvertParam newQudaInvertParam(void)
{
	QudaInvertParam p;
	memset((void *)&p, 0, sizeof p);
	LQCD__QUDA_INVERT(LQCD__QUDA_SET, LQCD__QUDA_SET, LQCD__QUDA_SET_NONE)
	for (int k = 0; k < QUDA_MAX_DIM; k++) p.split_grid[k] = 1;
	return p;
}

/** A struct of newQuda..Param has its own size, or none. */
LQCD_STATIC void lqcd__quda_check_size(size_t given, size_t size, const char *function)
{
	if (given != size && given != (size_t)QUDA_INVALID_ENUM)
		lqcd__quda_error("%s: struct_size = %lu: %lu is needed, as newQuda..Param sets it", function, (unsigned long)given,
				 (unsigned long)size);
}

LQCD_STATIC void lqcd__quda_check_gauge(const QudaGaugeParam *p, const char *function)
{
	const QudaGaugeParam fresh = newQudaGaugeParam();
	lqcd__quda_need(p != NULL, function, "no parameters (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	LQCD__QUDA_GAUGE(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE)
	LQCD__QUDA_GAUGE_IGNORED(LQCD__QUDA_NOTE)
	if (p->type == QUDA_ASQTAD_FAT_LINKS || p->type == QUDA_ASQTAD_LONG_LINKS) return; /* taken as they are */
	if (!(p->anisotropy > 0) || (p->gauge_order == QUDA_CPS_WILSON_GAUGE_ORDER && !LQCD__QUDA_IS(p->anisotropy, 1)))
		lqcd__quda_error("%s: anisotropy = %g is not supported", function, p->anisotropy);
	LQCD__QUDA_NOTE(scale)
	LQCD__QUDA_NOTE(tadpole_coeff)
	if (p->staggered_phase_applied && p->staggered_phase_type != QUDA_STAGGERED_PHASE_MILC)
		lqcd__quda_error("%s: staggered_phase_type %d with staggered_phase_applied = %d: QUDA_STAGGERED_PHASE_MILC", function,
				 (int)p->staggered_phase_type, p->staggered_phase_applied);
}

LQCD_STATIC void lqcd__quda_check_invert(const QudaInvertParam *p, const char *function)
{
	lqcd__quda_need(p != NULL, function, "no parameters (NULL)");
	lqcd__quda_check_size(p->struct_size, sizeof *p, function);
	LQCD__QUDA_INVERT(LQCD__QUDA_SKIP, LQCD__QUDA_SKIP, LQCD__QUDA_REFUSE)
	if (!lqcd__quda_says(QUDA_SUMMARIZE)) return;
	const QudaInvertParam fresh = newQudaInvertParam();
	LQCD__QUDA_INVERT_IGNORED(LQCD__QUDA_NOTE)
	if (p->deflation_op) lqcd__quda_note(function, "deflation_op", "changes nothing here");
	if (p->eig_param) lqcd__quda_note(function, "eig_param", "solves are not deflated");
	for (int k = 0; k < QUDA_MAX_DIM; k++)
		if (p->split_grid[k] > 1) lqcd__quda_note(function, "split_grid", "processes are not split");
}

/* ---- the program ---- */

void setVerbosityQuda(QudaVerbosity verbosity, const char prefix[], FILE *outfile)
{
	lqcd__quda.verbosity = verbosity;
	lqcd__quda.out = outfile;
	snprintf(lqcd__quda.prefix, sizeof lqcd__quda.prefix, "%s", prefix ? prefix : "");
}

/* The residuals of the sources; of all of them number 0 is the largest, unless LQCD_QUDA_RESIDUAL_ARRAYS has each. */
LQCD_STATIC double *lqcd__quda_residuals(QudaInvertParam *p)
{
	return (double *)(void *)((char *)p + offsetof(QudaInvertParam, true_res));
}

LQCD_STATIC void lqcd__quda_say(QudaVerbosity from, const char *what, QudaInvertParam *p)
{
	const QudaVerbosity v = p->verbosity == QUDA_INVALID_VERBOSITY ? lqcd__quda.verbosity : p->verbosity;
	FILE *out = lqcd__quda.out ? lqcd__quda.out : stdout;
	if (v >= from && lqcd_comm_root(&lqcd__quda.lattice.comm))
		fprintf(out, "%s%s: %d iterations, residual %g, %g s, %g Gflop/s\n", lqcd__quda.prefix, what, p->iter, *lqcd__quda_residuals(p),
			p->secs, p->secs > 0 ? p->gflops / p->secs : 0);
}

void initCommsGridQuda(int nDim, const int *dims, QudaCommsMap map, void *fdata)
{
	const lqcd_comm all = lqcd_comm_all();
	int x[4];
	lqcd__quda_need(nDim == 4 && dims, "initCommsGridQuda", "nDim: 4, with four dims");
	const int *n = dims;
	int64_t size = 1;
	for (int k = 0; k < 4; k++) size = n[k] < 1 || size > all.size ? 0 : size * n[k];
	if (size != all.size)
		lqcd__quda_error("initCommsGridQuda: a grid of %d x %d x %d x %d for %d process(es)", n[0], n[1], n[2], n[3], all.size);
	for (x[0] = 0; x[0] < n[0]; x[0]++)
		for (x[1] = 0; x[1] < n[1]; x[1]++)
			for (x[2] = 0; x[2] < n[2]; x[2]++)
				for (x[3] = 0; x[3] < n[3]; x[3]++) {
					const int theirs = map ? map(x, fdata) : ((x[0] * n[1] + x[1]) * n[2] + x[2]) * n[3] + x[3];
					const int ours = ((x[3] * n[0] + x[0]) * n[1] + x[1]) * n[2] + x[2];
					if (theirs != ours)
						lqcd__quda_error("initCommsGridQuda: rank %d at X Y Z T = %d %d %d %d: %d is needed, T slowest, Z fastest",
								 theirs, x[0], x[1], x[2], x[3], ours);
				}
	for (int k = 0; k < 4; k++) lqcd__quda.grid[k] = n[k];
}

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

void endQuda(void)
{
	struct lqcd__quda_multigrid *const multigrids = lqcd__quda.multigrids;
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

/** What the loaded links of p are besides their values. Those divided by an anisotropy have no third row to compute. */
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
