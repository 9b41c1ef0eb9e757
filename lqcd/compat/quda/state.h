/* lqcd/compat/quda/state.h: part of quda.h: the one object of the program, its errors and parameters.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_STATE_H
#define LQCD_QUDA_STATE_H

#include <stdarg.h>
#include <stdlib.h>

#include "../../base/clock.h"
#include "../../gauge/plaquette.h"
#include "../../solver/gcr.h"
#include "../../solver/multigrid.h"
#include "../../solver/multishift.h"
#include "../../solver/staggered.h"
#include "../../foreign/codes.h"
#include "params_more.h"
#ifdef LQCD_QUDA_DEVICE
#if !defined(__cplusplus) || !LQCD_DEVICES
#error "LQCD_QUDA_DEVICE: the file with LQCD_QUDA_DEFINE is C++ (nvcc, hipcc)"
#endif
#include "../../foreign/device_colour.h"
#include "../../foreign/device_links.h"
#include "../../solver/device_multigrid.h"
#endif

/* The parameters of an operator of Wilson quarks. */
typedef struct {
	double kappa, csw, mu;
	const double *blocks;
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

#ifdef LQCD_QUDA_DEVICE
/* Multigrid on the device, with an operator of its own. */
typedef struct {
	int made;
	lqcd_wilson_gf D;
	lqcd_multigrid_gf mg;
} lqcd__quda_device_multigrid;

typedef struct {
	int on, number; /* 1: initQuda has opened device `number` */
	int has_lattice, has_wilson;
	int made, inner; /* staggered operators: 1 + their dslash_type, or 0; inner: also in floats */
	lqcd__quda_key key;
	lqcd_gpu gpu;
	lqcd_gpu_lattice lattice;
	lqcd_wilson_gd d; /* those in lower precision are made when they are needed first */
	lqcd_wilson_gf f;
	lqcd_wilson_gh h;
	lqcd_staggered_gd_ks staggered_d;
	lqcd_staggered_gf_ks staggered_f;
} lqcd__quda_device;
#endif

/* The result of newMultigridQuda: multigrid in floats, with an operator of its own, on the device (there) or on the host. */
typedef struct lqcd__quda_multigrid {
	struct lqcd__quda_multigrid *next;
	lqcd_schur_form form;
	int made, on_device; /* made: on the lattice that is there now */
	lqcd_inverter inverter;
	lqcd_multigrid_params params; /* as they were asked for */
	lqcd_multigrid_f f;
	lqcd_multigrid_vf vf;
#ifdef LQCD_QUDA_DEVICE
	lqcd__quda_device_multigrid there;
#endif
} lqcd__quda_multigrid;

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
	lqcd__quda_multigrid *multigrids; /* those of newMultigridQuda that live, in a list */
#ifdef LQCD_QUDA_DEVICE
	lqcd__quda_device device;
#endif
} lqcd__quda;

/* Momenta that stay between calls (resident.h). */
static struct {
	int has_momenta;
	lqcd_gauge_field_d momenta;
} lqcd__quda_resident;

/* Solutions that stay for a force, each as the caller would have it. */
static struct {
	int count;
	void *x[QUDA_MAX_MULTI_SHIFT];
} lqcd__quda_solutions;

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

#ifdef LQCD_QUDA_DEVICE
/* The first if the condition on the device holds, else the second, as in programs without devices. */
#define LQCD__QUDA_IF_DEVICE(condition, there, here) ((condition) ? (there) : (here))
#else
#define LQCD__QUDA_IF_DEVICE(condition, there, here) (here)
#endif

/** Ends the program if s is an error, or the device has one. */
LQCD_STATIC void lqcd__quda_must(lqcd_status s, const char *function)
{
#ifdef LQCD_QUDA_DEVICE
	lqcd_message why = {""};
	if (lqcd__quda.device.has_lattice && lqcd_gpu_lattice_status(&lqcd__quda.device.lattice, &why) != LQCD_OK)
		lqcd__quda_error("%s: %s", function, why.text);
#endif
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

#endif
