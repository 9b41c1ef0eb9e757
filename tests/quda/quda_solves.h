/* tests/quda/quda_solves.h: part of quda.c and of tests/gpu/quda.cu: products and solves of Wilson, clover and twisted mass quarks in every
 * form, against those of quda_naive.h; orders of links and spinors. */
#ifndef LQCD_TESTS_QUDA_SOLVES_H
#define LQCD_TESTS_QUDA_SOLVES_H

/* ---- orders ---- */

/* Writes x (or links) in an order of the caller, or reads it back. Spinors: number (spin, colour, im) of site s of `sites`, which
 * begin with site `first`. */
static size_t place(QudaDiracFieldOrder order, int s, int spin, int c, int im, int first, int sites)
{
	const int k = s - first;
	switch ((int)order) {
	case QUDA_QDP_DIRAC_ORDER: return (size_t)(k * SPINOR + (c * 4 + spin) * 2 + im);
	case QUDA_QDPJIT_DIRAC_ORDER: return (size_t)(((im * N + c) * 4 + spin) * sites + k);
	case QUDA_CPS_WILSON_DIRAC_ORDER: return (size_t)((sites < V ? k : (k + V / 2) % V) * SPINOR + (spin * N + c) * 2 + im);
	case QUDA_LEX_DIRAC_ORDER: return (size_t)((((at[s][3] * Z + at[s][2]) * Y + at[s][1]) * X + at[s][0]) * SPINOR + (spin * N + c) * 2 + im);
	default: return (size_t)(k * SPINOR + (spin * N + c) * 2 + im);
	}
}

static void move(void *theirs, double *ours, const QudaInvertParam *p, int back)
{
	int from, to;
	range(p, &from, &to);
	for (int i = from; i < to; i++) {
		const int s = i / SPINOR, k = i % SPINOR;
		const size_t at_ = place(p->dirac_order, s, k / 2 / N, k / 2 % N, k % 2, from / SPINOR, (to - from) / SPINOR);
		if (p->cpu_prec == QUDA_SINGLE_PRECISION) {
			float *f = (float *)theirs + at_;
			if (back)
				ours[i] = *f;
			else
				*f = (float)ours[i];
		} else if (back)
			ours[i] = ((double *)theirs)[at_];
		else
			((double *)theirs)[at_] = ours[i];
	}
}

/* The last: mu = 0, for which a program has Wilson's determinant of twisted mass quarks. */
enum { TYPES = 5 };
static const QudaDslashType types[TYPES] = {QUDA_WILSON_DSLASH, QUDA_CLOVER_WILSON_DSLASH, QUDA_TWISTED_MASS_DSLASH, QUDA_TWISTED_CLOVER_DSLASH,
					    QUDA_TWISTED_MASS_DSLASH};
static const char *const type_name[TYPES] = {"Wilson", "clover", "twisted mass", "twisted clover", "twisted mass 0"};
static double b_[SIZE], other_[SIZE], more_[3][SIZE];

static QudaInvertParam begin(int type)
{
	QudaInvertParam p = param(types[type]);
	if (type == 4) p.mu = mu_twist = 0;
	make_clover();
	freeCloverQuda();
	if (fabs(csw) > 0) loadCloverQuda(NULL, NULL, &p);
	return p;
}

/* ---- tests ---- */

static void test_products(int type)
{
	double worst = 0;
	QudaInvertParam p = begin(type);
	for (int k = 0; k < 3 * 2 * 6; k++) {
		p.mass_normalization = (QudaMassNormalization)(k % 3);
		p.dagger = k / 3 % 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.solution_type = k / 6 < 2 ? (QudaSolutionType)(k / 6) : k % 2 ? QUDA_MATPC_SOLUTION : QUDA_MATPCDAG_MATPC_SOLUTION;
		p.matpc_type = (QudaMatPCType)(k / 6 < 2 ? 0 : k / 6 - 2);
		const int normal = p.solution_type == QUDA_MATDAG_MAT_SOLUTION || p.solution_type == QUDA_MATPCDAG_MATPC_SOLUTION;
		int from, to;
		range(&p, &from, &to);
		fill(b_, SIZE);
		for (int i = 0; i < SIZE; i++) x_[i] = -7;
		apply(y_, b_, &p, 0);
		(normal ? MatDagMatQuda : MatQuda)(x_, b_ + from, &p);
		memcpy(other_ + from, x_, (size_t)(to - from) * sizeof *x_);
		worst = tap_worst(worst, deviation(y_, other_, &p));
	}
	tap_ok(worst < 1e-13, "%s: products in all forms: %.1e", type_name[type], worst);
	worst = 0;
	p = begin(type);
	for (int k = 0; k < 4; k++) { /* dslashQuda: A^-1 H */
		p.dagger = k / 2 && type < 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.solution_type = QUDA_MATPC_SOLUTION;
		p.matpc_type = k % 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
		const int to = k % 2 ? V / 2 : 0, from = V / 2 - to;
		fill(b_, SIZE);
		hop(other_, b_, p.dagger == QUDA_DAG_YES, to, to + V / 2);
		site_term(y_, other_, 1, 0, to, to + V / 2);
		dslashQuda(other_ + to * SPINOR, b_ + from * SPINOR, &p, k % 2 ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY);
		worst = tap_worst(worst, deviation(y_, other_, &p));
		if (types[type] != QUDA_CLOVER_WILSON_DSLASH) continue;
		site_term(y_, b_, k / 2, 0, to, to + V / 2);
		cloverQuda(other_ + to * SPINOR, b_ + to * SPINOR, &p, k % 2 ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY, k / 2);
		worst = tap_worst(worst, deviation(y_, other_, &p));
	}
	tap_ok(worst < 1e-13, "%s: hops and site terms: %.1e", type_name[type], worst);
}

static void test_solves(int type)
{
	static const QudaInverterType method[3] = {QUDA_CG_INVERTER, QUDA_BICGSTAB_INVERTER, QUDA_GCR_INVERTER};
	static const QudaPrecision sloppy[3] = {QUDA_DOUBLE_PRECISION, QUDA_SINGLE_PRECISION, QUDA_HALF_PRECISION};
	double worst = 0, reported = 0;
	int wrong = 0;
	QudaInvertParam p = begin(type);
	for (int k = 0; k < 24; k++) {
		static const QudaSolutionType solution[4] = {QUDA_MAT_SOLUTION, QUDA_MATPC_SOLUTION, QUDA_MATDAG_MAT_SOLUTION,
							     QUDA_MATPCDAG_MATPC_SOLUTION};
		p.solution_type = solution[k % 4];
		p.inv_type = k % 4 < 2 ? method[k / 4 % 3] : QUDA_CG_INVERTER;
		p.solve_type = p.inv_type == QUDA_CG_INVERTER ? QUDA_NORMOP_PC_SOLVE : QUDA_DIRECT_PC_SOLVE;
		p.matpc_type = (QudaMatPCType)(k / 2 % 4);
		p.dagger = k / 12 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.mass_normalization = (QudaMassNormalization)((k + k / 4) % 3);
		p.cuda_prec_sloppy = sloppy[(k + k / 12) % 3];
		int from, to;
		range(&p, &from, &to);
		fill(b_, SIZE);
		for (int i = 0; i < SIZE; i++) x_[i] = -7;
		memcpy(other_, b_, sizeof b_);
		invertQuda(x_ + from, b_ + from, &p);
		wrong += memcmp(other_, b_, sizeof b_) != 0 || p.iter < 1 || !(p.secs > 0) || !(p.gflops > 0);
		apply(y_, x_, &p, 0);
		const double r = deviation(b_, y_, &p);
		worst = tap_worst(worst, r);
		reported = tap_worst(reported, fabs(r - p.true_res) / (r + 1e-13));
	}
	tap_ok(worst < 1.05e-10 && wrong == 0, "%s: solves: residual %.1e, %d wrong", type_name[type], worst, wrong);
	tap_ok(reported < 0.05, "%s: true_res differs by %.1e of it", type_name[type], reported);
	p.inv_type = QUDA_CG_INVERTER;
	p.num_offset = 3;
	worst = reported = 0;
	for (int k = 0; k < 4; k++) {
		void *x[3] = {more_[0], more_[1], more_[2]};
		p.solution_type = k % 2 ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
		p.mass_normalization = k / 2 ? QUDA_MASS_NORMALIZATION : QUDA_KAPPA_NORMALIZATION;
		p.matpc_type = k / 2 ? QUDA_MATPC_EVEN_EVEN : QUDA_MATPC_EVEN_EVEN_ASYMMETRIC;
		p.solve_type = QUDA_NORMOP_PC_SOLVE;
		for (int i = 0; i < 3; i++) {
			p.offset[i] = 0.1 * i;
			p.tol_offset[i] = 1e-9;
		}
		fill(b_, SIZE);
		invertMultiShiftQuda(x, b_, &p);
		for (int i = 0; i < 3; i++) {
			apply(y_, more_[i], &p, p.offset[i]);
			const double r = deviation(b_, y_, &p);
			worst = tap_worst(worst, r);
			reported = tap_worst(reported, fabs(r - p.true_res_offset[i]) / (r + 1e-13));
		}
	}
	tap_ok(worst < 1.05e-9 && reported < 0.05, "%s: shifts: residual %.1e, reported to %.1e", type_name[type], worst, reported);
}

static void test_orders(void)
{
	static const QudaGaugeFieldOrder gauge[] = {QUDA_QDP_GAUGE_ORDER, QUDA_QDPJIT_GAUGE_ORDER, QUDA_CPS_WILSON_GAUGE_ORDER, QUDA_MILC_GAUGE_ORDER,
						    QUDA_MILC_SITE_GAUGE_ORDER, QUDA_BQCD_GAUGE_ORDER, QUDA_TIFR_GAUGE_ORDER};
	static const QudaDiracFieldOrder dirac[] = {QUDA_DIRAC_ORDER, QUDA_QDP_DIRAC_ORDER, QUDA_QDPJIT_DIRAC_ORDER, QUDA_CPS_WILSON_DIRAC_ORDER,
						    QUDA_LEX_DIRAC_ORDER};
	static const QudaGammaBasis basis[] = {QUDA_DEGRAND_ROSSI_GAMMA_BASIS, QUDA_UKQCD_GAMMA_BASIS, QUDA_DIRAC_PAULI_GAMMA_BASIS,
					       QUDA_CHIRAL_GAMMA_BASIS};
	QudaInvertParam p = begin(3);
	for (int g = 0; g < 7; g++)
		for (int single = 0; single < 2; single++) {
			load(gauge[g], single ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION);
			loadCloverQuda(NULL, NULL, &p);
			fill(b_, SIZE);
			p.solution_type = QUDA_MAT_SOLUTION;
			apply(y_, b_, &p, 0);
			MatQuda(x_, b_, &p);
			const double d = deviation(y_, x_, &p);
			tap_ok(d < (single ? 1e-6 : 1e-13), "gauge order %d of %s: %.1e", (int)gauge[g], single ? "floats" : "doubles", d);
		}
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	for (int k = 0; k < 4; k++) {
		p = begin(3);
		p.gamma_basis = basis[k];
		set_gamma(basis[k]);
		make_clover();
		double worst[2] = {0, 0};
		for (int n = 0; n < 5 * 3 * 2; n++) {
			const int single = n / 15;
			p.dirac_order = dirac[n % 5];
			p.cpu_prec = single ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
			p.solution_type = n / 5 % 3 && n % 5 < 4 ? QUDA_MATPC_SOLUTION : QUDA_MAT_SOLUTION;
			p.matpc_type = n / 5 % 3 == 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
			fill(b_, SIZE);
			apply(y_, b_, &p, 0);
			move(other_, b_, &p, 0);
			MatQuda(more_[0], other_, &p);
			move(more_[0], x_, &p, 1);
			worst[single] = tap_worst(worst[single], deviation(y_, x_, &p));
		}
		tap_ok(worst[0] < 1e-13 && worst[1] < 1e-6, "gamma basis %d: orders of spinors: %.1e, floats %.1e", k, worst[0], worst[1]);
	}
	set_gamma(QUDA_DEGRAND_ROSSI_GAMMA_BASIS);
}

/* The plaquette, trace of the logarithm of A and many sources. */
static void test_numbers(void)
{
	double plaq[3], mine[3] = {0, 0, 0};
	load(QUDA_MILC_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	plaqQuda(plaq);
	naive_plaquettes(mine);
	for (int k = 0; k < 3; k++) tap_ok(fabs(plaq[k] - mine[k]) < 1e-12, "plaqQuda: %d: %.1e", k, fabs(plaq[k] - mine[k]));
	QudaInvertParam p = begin(0);
	void *x[2] = {more_[0], more_[1]}, *b[2] = {b_, other_};
	p.num_src = 2;
	fill(b_, SIZE);
	fill(other_, SIZE);
	invertMultiSrcQuda(x, b, &p);
	double worst = 0;
	for (int k = 0; k < 2; k++) {
		apply(y_, more_[k], &p, 0);
		worst = tap_worst(worst, deviation(k ? other_ : b_, y_, &p));
	}
	tap_ok(worst < 1.05e-10 && p.true_res < 1e-10, "invertMultiSrcQuda: %.1e", worst);
	p.maxiter = 2;
	invertQuda(x_, b_, &p);
	apply(y_, x_, &p, 0);
	worst = deviation(b_, y_, &p);
	tap_ok(p.iter == 2 && fabs(worst - p.true_res) < 1e-10, "two iterations leave %.1e, as true_res says", worst);
}

#endif
