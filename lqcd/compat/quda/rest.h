/* lqcd/compat/quda/rest.h: part of quda.h: functions that are others of this interface, or change nothing here.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_QUDA_REST_H
#define LQCD_QUDA_REST_H

#include "clover.h"

void dslashMultiSrcQuda(void **h_x, void **h_b, QudaInvertParam *param, QudaParity parity)
{
	const char *const name = "dslashMultiSrcQuda";
	lqcd__quda_need(h_x && h_b && param, name, "no spinors or parameters (NULL)");
	if (param->num_src < 1) lqcd__quda_error("%s: num_src = %d: 1 or more", name, param->num_src);
	for (int k = 0; k < param->num_src; k++) dslashQuda(h_x[k], h_b[k], param, parity);
}

/** The clover term of the loaded links anew. */
void createCloverQuda(QudaInvertParam *param)
{
	lqcd__quda_need(lqcd__quda.has_clover, "createCloverQuda", "loadCloverQuda comes before");
	loadCloverQuda(NULL, NULL, param);
}

/** A deflation space changes no solution, only its iterations: solves with this one begin without it. */
void *newDeflationQuda(QudaEigParam *param)
{
	static char none;
	lqcd__quda_need(param && param->invert_param, "newDeflationQuda", "no parameters, or no invert_param (NULL)");
	lqcd__quda_note("newDeflationQuda", "deflation_op", "solves are not deflated");
	return &none;
}

/** Nothing is written, as vec_load computes the vectors anew. */
void dumpMultigridQuda(void *mg_instance, QudaMultigridParam *param)
{
	(void)mg_instance;
	lqcd__quda_need(param != NULL, "dumpMultigridQuda", "no parameters (NULL)");
	lqcd__quda_note("dumpMultigridQuda", "vec_outfile", "no vectors are written; vec_load computes them");
}

void destroyDeflationQuda(void *df_instance)
{
	(void)df_instance;
}

/** Processes are those of MPI_COMM_WORLD. */
void setMPICommHandleQuda(void *mycomm)
{
	(void)mycomm;
}

void qudaSetCommHandle(void *mycomm)
{
	(void)mycomm;
}

void updateR(void)
{
}

void set_dim(int *X)
{
	(void)X;
}

/** Solves keep nothing of those before: chrono_use_resident would change their iterations, not their solutions. */
void flushChronoQuda(int index)
{
	(void)index;
}

#endif
