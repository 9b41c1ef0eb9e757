/* lqcd/package/quda_fortran.c: prints the Fortran module quda_fortran with the parameters of quda.h in their layout, under the names that QUDA's
 * module has. `make libquda` writes it to include/quda_fortran.F90; enumerators are those of QUDA's enum_quda_fortran.h.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "../compat/quda.h"

static void member(const char *type, const char *name)
{
	static const char *const other[3][2] = {{"type", "link_type"}, {"gcrNkrylov", "gcr_nkrylov"}, {"max_hq_res_restart_total", "max_hq_res_increase_total"}};
	for (int k = 0; k < 3; k++)
		if (strcmp(name, other[k][0]) == 0) name = other[k][1];
	printf("     %s :: %s\n", type, name);
}

#define KIND(x) _Generic((x), double: "real(8)", size_t: "integer(8)", default: "integer(4)")
#define GAUGE(type, name, ...)  member(KIND(gauge.name), #name);
#define INVERT(type, name, ...) member(KIND(invert.name), #name);

int main(void)
{
	QudaGaugeParam gauge;
	QudaInvertParam invert;
	memset((void *)&gauge, 0, sizeof gauge);
	memset((void *)&invert, 0, sizeof invert);
	printf("! the parameters of lqcd/compat/quda.h, made by lqcd/package/quda_fortran.c\nmodule quda_fortran\n"
	       "  integer(4), parameter :: max_dwf_ls = %d, max_multi_src = %d, max_multi_shift = %d, max_dim = %d\n"
	       "  type, bind(C) :: quda_gauge_param\n     integer(4), dimension(4) :: x\n",
	       QUDA_MAX_DWF_LS, QUDA_MAX_MULTI_SRC, QUDA_MAX_MULTI_SHIFT, QUDA_MAX_DIM);
	LQCD__QUDA_GAUGE(GAUGE, GAUGE, GAUGE)
	printf("  end type quda_gauge_param\n  type, bind(C) :: quda_invert_param\n");
	LQCD__QUDA_INVERT(INVERT, INVERT, INVERT)
	member("real(8), dimension(max_multi_src)", "true_res, true_res_hq");
	member("integer(8)", "preconditioner, deflation_op, eig_param");
	member("complex(8), dimension(max_dwf_ls)", "b_5, c_5");
	member("integer(4), dimension(max_dim)", "split_grid");
	member("real(8), dimension(max_multi_shift)", "offset, tol_offset, tol_hq_offset");
	member("real(8), dimension(max_multi_shift)", "true_res_offset, iter_res_offset, true_res_hq_offset, residue");
	member("real(8), dimension(2)", "action, trlogA");
	member("character(len=1), dimension(256)", "madwf_param_infile, madwf_param_outfile");
	printf("  end type quda_invert_param\nend module quda_fortran\n");
	return 0;
}
