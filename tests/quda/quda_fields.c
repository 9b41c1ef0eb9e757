/* tests/quda/quda_fields.c: every field of QUDA's structs that compat/quda.h does not honour is refused by its name, at any value
 * but its first and its neutral one; so are struct_size, arrays and files without a switch, and functions that are not supported.
 *
 * Walks the lists of params.h. Each refusal happens in a process of its own, which must end with status 1. */
#include <stdlib.h>

#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda.h>

#include "../support/support.h"

#include "refusal.h"

static double field_links[4][192 * 2 * LQCD_NC * LQCD_NC], x[192 * 8 * LQCD_NC];
static void *field_arrays[4] = {field_links[0], field_links[1], field_links[2], field_links[3]};
static QudaGaugeParam g;
static QudaInvertParam p;
static QudaEigParam e;
static QudaMultigridParam m;
static QudaGaugeSmearParam f;
static QudaGaugeObservableParam o;
static int field_number, wanted; /* the field in turn, and the one to change */
static const char *field;

/* Changes the field in turn if it is the wanted one. Which value a type takes does not matter: no list has 3 as first or neutral. */
#define CHANGE(type, name, initial, neutral)                                                                           \
	if (field_number++ == wanted) {                                                                                \
		field = #name;                                                                                         \
		STRUCT.name LEVEL = (type)3;                                                                           \
	}
#define KEEP(type, name, initial)

static void fields_begin(void)
{
	g = newQudaGaugeParam();
	g.X[0] = g.X[1] = 4;
	g.X[2] = 2;
	g.X[3] = 6;
	g.gauge_order = QUDA_QDP_GAUGE_ORDER;
	g.cpu_prec = QUDA_DOUBLE_PRECISION;
	g.t_boundary = QUDA_PERIODIC_T;
	p = newQudaInvertParam();
	p.dslash_type = QUDA_WILSON_DSLASH;
	p.inv_type = QUDA_CG_INVERTER;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = QUDA_NORMOP_PC_SOLVE;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.dagger = QUDA_DAG_NO;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.tol = 1e-6;
	p.maxiter = 10;
	p.kappa = 0.1;
	p.verbosity = QUDA_SILENT;
	e = newQudaEigParam();
	e.invert_param = &p;
	m = newQudaMultigridParam();
	m.invert_param = &p;
	f = newQudaGaugeSmearParam();
	o = newQudaGaugeObservableParam();
	field = NULL;
}

/* Calls function k with the wanted field changed; run 0: names it alone. 1 if there is such a field. */
static int walk(int k, int run)
{
	void *vectors[1] = {x};
	double_complex values[1];
	fields_begin();
	field_number = 0;
#define LEVEL
	switch (k) {
#define STRUCT g
	case 0: LQCD__QUDA_GAUGE(KEEP, KEEP, CHANGE) break;
#undef STRUCT
#define STRUCT p
	case 1: LQCD__QUDA_INVERT(KEEP, KEEP, CHANGE) break;
#undef STRUCT
#define STRUCT e
	case 2: LQCD__QUDA_EIG(KEEP, KEEP, CHANGE) break;
#undef STRUCT
#define STRUCT m
	case 3:
		LQCD__QUDA_MULTIGRID(KEEP, KEEP, CHANGE)
#undef LEVEL
#define LEVEL [1]
		LQCD__QUDA_LEVEL(KEEP, KEEP, CHANGE)
		break;
#undef LEVEL
#define LEVEL
#undef STRUCT
#define STRUCT f
	case 4: LQCD__QUDA_SMEAR(KEEP, KEEP, CHANGE) break;
#undef STRUCT
#define STRUCT o
	case 5: LQCD__QUDA_OBSERVE(KEEP, KEEP, CHANGE) break;
#undef STRUCT
	default: break;
	}
	/* What stands behind the lists, and what is no field. */
#define ALSO(of, text, ...)                                                                                            \
	if (k == of && field_number++ == wanted) {                                                                     \
		field = text;                                                                                          \
		__VA_ARGS__;                                                                                           \
	}
	ALSO(0, "struct_size", g.struct_size++)
	ALSO(1, "struct_size", p.struct_size++)
	ALSO(2, "struct_size", e.struct_size++)
	ALSO(3, "struct_size", m.struct_size++)
	ALSO(4, "struct_size", f.struct_size++)
	ALSO(5, "struct_size", o.struct_size++)
	ALSO(0, "anisotropy", g.anisotropy = 2; g.gauge_order = QUDA_CPS_WILSON_GAUGE_ORDER)
	ALSO(1, "residual_type", p.residual_type = (QudaResidualType)8)
	ALSO(1, "residual_type", p.residual_type = (QudaResidualType)0)
	ALSO(1, "preconditioner", p.preconditioner = x)
	ALSO(6, "computeCloverForceQuda", (void)0)
	ALSO(7, "computeStaggeredForceQuda", (void)0)
	ALSO(8, "computeHISQForceQuda", (void)0)
#undef ALSO
	if (!run || !field) return field != NULL;
	switch (k) {
	case 0: loadGaugeQuda(field_arrays, &g); break;
	case 1: invertQuda(x, x, &p); break;
	case 2: eigensolveQuda(vectors, values, &e); break;
	case 3: newMultigridQuda(&m); break;
	case 4: performWFlowQuda(&f, &o); break;
	case 5: gaugeObservablesQuda(&o); break;
	case 6: computeCloverForceQuda(x, 1, vectors, vectors, x, 1, 1, 1, 1, field_arrays, &g, &p); break;
	case 7: computeStaggeredForceQuda(x, 1, 1, field_arrays, vectors, &g, &p); break;
	default: computeHISQForceQuda(x, 1, x, x, x, x, x, vectors, 1, 0, NULL, &g); break;
	}
	return 1;
}

static void walk_refused(int k)
{
	walk(k, 1);
}

static void test_quda_fields(void)
{
	int fields = 0, wrong = 0;
	for (int mu = 0; mu < 4; mu++)
		for (int k = 0; k < 192 * LQCD_NC; k++) field_links[mu][2 * (LQCD_NC * k + k % LQCD_NC)] = 1;
	setVerbosityQuda(QUDA_SILENT, "", stdout);
	initQuda(-1);
	fields_begin();
	loadGaugeQuda(field_arrays, &g);
	for (int k = 0; k < 9; k++) {
		const int before = fields;
		for (wanted = 0; walk(k, 0); wanted++) {
			const int fits = is_refused(walk_refused, k, field);
			if (!fits) printf("# %s: %s\n", field, refusal_text);
			wrong += !fits;
			fields++;
		}
		tap_ok(wrong == 0 && fields > before, "struct or function %d: %d fields, %d not refused", k, fields - before, wrong);
	}
	fields_begin();
	invertQuda(x, x, &p); /* and nothing else is refused */
	tap_ok(1, "as they were made, the structs are taken");
	endQuda();
}
