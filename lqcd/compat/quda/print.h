/* lqcd/compat/quda/print.h: part of quda.h: parameters, a line "name = value" for each.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_PRINT_H
#define LQCD_QUDA_PRINT_H

#include "state.h"

/** The first process prints: where setVerbosityQuda says. NULL: a process that does not. */
LQCD_STATIC FILE *lqcd__quda_printer(const char *title)
{
	FILE *out = lqcd__quda.out ? lqcd__quda.out : stdout;
	if (lqcd_comm_all().rank) return NULL;
	fprintf(out, "%s%s\n", lqcd__quda.prefix, title);
	return out;
}

/** name = its n values. */
LQCD_STATIC void lqcd__quda_print(FILE *out, const char *name, const double *value, int n)
{
	for (int k = 0; k < n && out; k++) {
		fprintf(out, "%s%s", lqcd__quda.prefix, name);
		if (n > 1) fprintf(out, "[%d]", k);
		fprintf(out, " = %.16g\n", value[k]);
	}
}

LQCD_STATIC void lqcd__quda_print_number(FILE *out, const char *name, double value)
{
	lqcd__quda_print(out, name, &value, 1);
}

#define LQCD__QUDA_PRINT(type, name, initial)            lqcd__quda_print_number(out, #name, (double)param->name);
#define LQCD__QUDA_PRINT_NONE(type, name, initial, other) lqcd__quda_print_number(out, #name, (double)param->name);
#define LQCD__QUDA_PRINT_LEVEL(type, name, initial)                                                                     \
	for (int k = 0; k < levels && out; k++) fprintf(out, "%s%s[%d] = %.16g\n", lqcd__quda.prefix, #name, k, (double)param->name[k]);
#define LQCD__QUDA_PRINT_NONE_LEVEL(type, name, initial, other) LQCD__QUDA_PRINT_LEVEL(type, name, initial)

void printQudaGaugeParam(QudaGaugeParam *param)
{
	lqcd__quda_need(param != NULL, "printQudaGaugeParam", "no parameters (NULL)");
	FILE *out = lqcd__quda_printer("QUDA Gauge Parameters:");
	const double X[4] = {(double)param->X[0], (double)param->X[1], (double)param->X[2], (double)param->X[3]};
	lqcd__quda_print(out, "X", X, 4);
	LQCD__QUDA_GAUGE(LQCD__QUDA_PRINT, LQCD__QUDA_PRINT, LQCD__QUDA_PRINT_NONE)
}

void printQudaInvertParam(QudaInvertParam *param)
{
	lqcd__quda_need(param != NULL, "printQudaInvertParam", "no parameters (NULL)");
	FILE *out = lqcd__quda_printer("QUDA Inverter Parameters:");
	const int n = param->num_offset < 0 || param->num_offset > QUDA_MAX_MULTI_SHIFT ? 0 : param->num_offset;
	LQCD__QUDA_INVERT(LQCD__QUDA_PRINT, LQCD__QUDA_PRINT, LQCD__QUDA_PRINT_NONE)
	lqcd__quda_print(out, "offset", param->offset, n);
	lqcd__quda_print(out, "tol_offset", param->tol_offset, n);
	lqcd__quda_print(out, "residue", param->residue, n);
}

void printQudaMultigridParam(QudaMultigridParam *param)
{
	lqcd__quda_need(param != NULL, "printQudaMultigridParam", "no parameters (NULL)");
	FILE *out = lqcd__quda_printer("QUDA Multigrid Parameters:");
	const int levels = param->n_level < 0 || param->n_level > QUDA_MAX_MG_LEVEL ? 0 : param->n_level;
	LQCD__QUDA_MULTIGRID(LQCD__QUDA_PRINT, LQCD__QUDA_PRINT, LQCD__QUDA_PRINT_NONE)
	LQCD__QUDA_LEVEL(LQCD__QUDA_PRINT_LEVEL, LQCD__QUDA_PRINT_LEVEL, LQCD__QUDA_PRINT_NONE_LEVEL)
	for (int k = 0; k < levels - 1 && out; k++)
		for (int d = 0; d < 4; d++)
			fprintf(out, "%sgeo_block_size[%d][%d] = %d\n", lqcd__quda.prefix, k, d, param->geo_block_size[k][d]);
}

void printQudaEigParam(QudaEigParam *param)
{
	lqcd__quda_need(param != NULL, "printQudaEigParam", "no parameters (NULL)");
	FILE *out = lqcd__quda_printer("QUDA Eig Parameters:");
	LQCD__QUDA_EIG(LQCD__QUDA_PRINT, LQCD__QUDA_PRINT, LQCD__QUDA_PRINT_NONE)
}

void printQudaGaugeObservableParam(QudaGaugeObservableParam *param)
{
	lqcd__quda_need(param != NULL, "printQudaGaugeObservableParam", "no parameters (NULL)");
	FILE *out = lqcd__quda_printer("QUDA Gauge-Observable Parameters:");
	LQCD__QUDA_OBSERVE(LQCD__QUDA_PRINT, LQCD__QUDA_PRINT, LQCD__QUDA_PRINT_NONE)
	lqcd__quda_print(out, "plaquette", param->plaquette, 3);
	lqcd__quda_print(out, "ploop", param->ploop, 2);
	lqcd__quda_print(out, "energy", param->energy, 3);
}

void printQudaBLASParam(QudaBLASParam *param)
{
	lqcd__quda_need(param != NULL, "printQudaBLASParam", "no parameters (NULL)");
	FILE *out = lqcd__quda_printer("QUDA blas parameters:");
	double z[4];
	LQCD__QUDA_BLAS(LQCD__QUDA_PRINT, LQCD__QUDA_PRINT, LQCD__QUDA_PRINT_NONE)
	memcpy(z, &param->alpha, 2 * sizeof *z);
	memcpy(z + 2, &param->beta, 2 * sizeof *z);
	lqcd__quda_print(out, "alpha", z, 2);
	lqcd__quda_print(out, "beta", z + 2, 2);
}

#endif
