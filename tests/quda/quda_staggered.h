/* tests/quda/quda_staggered.h: part of quda.c: staggered quarks, naive and improved, and first guesses.
 *
 * The reference: D v(x) = sum_mu [F_mu(x) v(x+mu) - F_mu(x-mu)^+ v(x-mu)], and the same over three links with L; M = 2 m - D. */
#ifndef LQCD_TESTS_QUDA_STAGGERED_H
#define LQCD_TESTS_QUDA_STAGGERED_H

enum { VECTOR = 2 * N, VECTORS = V * VECTOR };
static double fat_[V][4][LINK], long_[4][V][LINK]; /* MILC's order, QDP's */
static double sx[VECTORS], sb[VECTORS], sy[VECTORS], sz[VECTORS], theirs_[VECTORS], shifted_[3][VECTORS];
static int improved_;

static QudaInvertParam staggered_param(QudaDslashType type)
{
	QudaInvertParam p = any_param(type, QUDA_DIRECT_PC_SOLVE, QUDA_MASS_NORMALIZATION);
	p.mass = 0.6;
	return p;
}

/* out = D in on sites from first to last - 1. */
static void staggered_hop(double *out, const double *in, int first, int last)
{
	for (int s = first; s < last; s++) {
		cplx r[N];
		memset(r, 0, sizeof r);
		for (int mu = 0; mu < 4; mu++)
			for (int way = 0; way < (improved_ ? 4 : 2); way++) {
				const int back = way % 2;
				int y = s;
				for (int k = 0; k < (way / 2 ? 3 : 1); k++) y = neighbour(y, mu, back ? -1 : 1);
				const double *m = way / 2 ? long_[mu][back ? y : s] : fat_[back ? y : s][mu];
				for (int a = 0; a < N; a++)
					for (int b = 0; b < N; b++) {
						const double *e = m + 2 * (back ? b * N + a : a * N + b);
						const cplx z =
							mul(number(e[0], back ? -e[1] : e[1]),
							    number(in[y * VECTOR + 2 * b], in[y * VECTOR + 2 * b + 1]));
						r[a] = add(r[a], number(back ? -z.re : z.re, back ? -z.im : z.im));
					}
			}
		memcpy(out + s * VECTOR, r, sizeof r);
	}
}

/* out = M in, or M^+ M in, of p, not normalised; first and last site of its fields. */
static void staggered_matrix(double *out, const double *in, const QudaInvertParam *p, double mass, int *first,
			     int *last)
{
	static double a[VECTORS], b[VECTORS];
	const int pc = p->solution_type == QUDA_MATPC_SOLUTION, normal = p->solution_type == QUDA_MATDAG_MAT_SOLUTION;
	const double sign = p->dagger == QUDA_DAG_YES ? 1 : -1;
	*first = pc && p->matpc_type == QUDA_MATPC_ODD_ODD ? V / 2 : 0;
	*last = pc && p->matpc_type == QUDA_MATPC_EVEN_EVEN ? V / 2 : V;
	if (pc) {
		staggered_hop(a, in, V / 2 - *first, V / 2 - *first + V / 2);
		staggered_hop(b, a, *first, *last);
	} else {
		staggered_hop(a, in, 0, V);
		if (normal) staggered_hop(b, a, 0, V);
	}
	for (int i = *first * VECTOR; i < *last * VECTOR; i++)
		out[i] = pc || normal ? 4 * mass * mass * in[i] - b[i] : 2 * mass * in[i] + sign * a[i];
}

static double staggered_deviation(const double *a, const double *b, int first, int last)
{
	double d = 0, n = 0;
	for (int i = first * VECTOR; i < last * VECTOR; i++) {
		d += (a[i] - b[i]) * (a[i] - b[i]);
		n += a[i] * a[i];
	}
	return tap_isnan(d) ? 1e300 : sqrt(d / n);
}

/* Numbers of sites first to last - 1 to the order and precision of p, or back. */
static void staggered_move(void *theirs, double *ours, const QudaInvertParam *p, int first, int last, int back)
{
	for (int s = first; s < last; s++)
		for (int k = 0; k < VECTOR; k++) {
			int at_ = (s - first) * VECTOR + k;
			if (p->dirac_order == QUDA_QDPJIT_DIRAC_ORDER)
				at_ = (k % 2 * N + k / 2) * (last - first) + s - first;
			if (p->dirac_order == QUDA_LEX_DIRAC_ORDER)
				at_ = (((at[s][3] * Z + at[s][2]) * Y + at[s][1]) * X + at[s][0]) * VECTOR + k;
			double *const o = ours + s * VECTOR + k;
			if (p->cpu_prec == QUDA_SINGLE_PRECISION) {
				float *const f = (float *)theirs + at_;
				if (back)
					*o = *f;
				else
					*f = (float)*o;
			} else if (back)
				*o = ((double *)theirs)[at_];
			else
				((double *)theirs)[at_] = *o;
		}
}

/* Naive: the links of the other tests with MILC's phases. Else random matrices, four times. */
static void load_staggered(QudaDslashType type)
{
	QudaGaugeParam g = gauge_param(QUDA_MILC_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	void *longer[4] = {long_[0], long_[1], long_[2], long_[3]};
	improved_ = type == QUDA_ASQTAD_DSLASH;
	g.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
	g.staggered_phase_applied = 1;
	for (int s = 0; s < V; s++)
		for (int mu = 0; mu < 4; mu++) {
			int odd = mu == 3 && at[s][3] == T - 1 && bc < 0;
			for (int nu = 0; nu < mu && mu < 3; nu++) odd += at[s][nu];
			if (mu < 3) odd += at[s][3];
			for (int k = 0; k < LINK; k++) {
				fat_[s][mu][k] = improved_ ? tap_random() : (odd % 2 ? -1 : 1) * u[mu][s][k];
				long_[mu][s][k] = 0.3 * tap_random();
			}
		}
	g.type = improved_ ? QUDA_ASQTAD_FAT_LINKS : QUDA_WILSON_LINKS;
	if (improved_) g.tadpole_coeff = 0.87;
	loadGaugeQuda(fat_, &g);
	g.type = QUDA_ASQTAD_LONG_LINKS;
	g.gauge_order = QUDA_QDP_GAUGE_ORDER;
	g.staggered_phase_type = QUDA_STAGGERED_PHASE_NO;
	g.scale = -1.0 / 24;
	if (improved_) loadGaugeQuda(longer, &g);
}

static void test_staggered(QudaDslashType type)
{
	const char *const name = type == QUDA_ASQTAD_DSLASH ? "asqtad" : "staggered";
	static const QudaDiracFieldOrder order[4] = {QUDA_DIRAC_ORDER, QUDA_QDPJIT_DIRAC_ORDER, QUDA_QDP_DIRAC_ORDER,
						     QUDA_LEX_DIRAC_ORDER};
	double worst = 0, reported = 0, before[3], plaq[3];
	int first, last, wrong = 0;
	QudaInvertParam p = staggered_param(type);
	load(QUDA_MILC_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	plaqQuda(before);
	load_staggered(type);
	plaqQuda(plaq);
	for (int k = 0; k < 3; k++) worst = tap_worst(worst, fabs(plaq[k] - before[k]));
	tap_ok(worst < 1e-14, "%s: phases do not enter plaquettes: %.1e", name, worst);
	worst = 0;
	for (int k = 0; k < 8; k++) { /* dslashQuda */
		const int to = k % 2 ? V / 2 : 0, from = V / 2 - to, in_kappa = k / 4;
		p.dagger = k / 2 % 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.mass_normalization = in_kappa ? QUDA_KAPPA_NORMALIZATION : QUDA_MASS_NORMALIZATION;
		p.mass = in_kappa ? 0.7 : QUDA_INVALID_DOUBLE;
		fill(sb, VECTORS);
		staggered_hop(sy, sb, to, to + V / 2);
		dslashQuda(sx + to * VECTOR, sb + from * VECTOR, &p, k % 2 ? QUDA_ODD_PARITY : QUDA_EVEN_PARITY);
		for (int i = to * VECTOR; i < (to + V / 2) * VECTOR; i++)
			sx[i] *= (k / 2 % 2 ? -1 : 1) * (in_kappa ? 1.4 : 1);
		worst = tap_worst(worst, staggered_deviation(sy, sx, to, to + V / 2));
	}
	tap_ok(worst < 1e-14, "%s: hops: %.1e", name, worst);
	worst = 0;
	for (int k = 0; k < 16; k++) { /* MatQuda, MatDagMatQuda */
		p = staggered_param(type);
		p.mass = 0.3 + 0.1 * k;
		p.dagger = k % 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.solution_type = k / 2 % 2   ? QUDA_MATPC_SOLUTION
				  : k / 4 % 2 ? QUDA_MATDAG_MAT_SOLUTION
					      : QUDA_MAT_SOLUTION;
		p.matpc_type = k / 4 % 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
		p.dirac_order = order[k / 2 % 2 ? k / 8 : k / 4];
		if (k / 8) p.kappa = 0.5;
		if (k / 12) p.mass_normalization = QUDA_INVALID_NORMALIZATION; /* as MASS */
		fill(sb, VECTORS);
		staggered_matrix(sy, sb, &p, p.mass, &first, &last);
		staggered_move(theirs_, sb, &p, first, last, 0);
		(p.solution_type == QUDA_MATDAG_MAT_SOLUTION ? MatDagMatQuda : MatQuda)(shifted_[0], theirs_, &p);
		staggered_move(shifted_[0], sx, &p, first, last, 1);
		worst = tap_worst(worst, staggered_deviation(sy, sx, first, last));
	}
	tap_ok(worst < 1e-14, "%s: products: %.1e", name, worst);
	worst = 0;
	for (int k = 0; k < 24; k++) {
		static const QudaPrecision sloppy[3] = {QUDA_DOUBLE_PRECISION, QUDA_SINGLE_PRECISION,
							QUDA_HALF_PRECISION};
		const int single = k % 8 == 5, kappa_ = k / 4 % 2;
		p = staggered_param(type);
		p.mass = 0.5 + 0.05 * k;
		p.dagger = k / 3 % 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.solution_type = k % 4 == 3   ? QUDA_MATDAG_MAT_SOLUTION
				  : k % 4 == 2 ? QUDA_MATPC_SOLUTION
					       : QUDA_MAT_SOLUTION;
		p.matpc_type = k / 4 % 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
		p.inv_type = k % 4 == 1 ? QUDA_BICGSTAB_INVERTER : QUDA_CG_INVERTER;
		p.solve_type = k % 4 == 3 ? QUDA_NORMOP_SOLVE : k % 8 == 1 ? QUDA_DIRECT_SOLVE : QUDA_DIRECT_PC_SOLVE;
		p.cuda_prec_sloppy = sloppy[k / 2 % 3];
		p.mass_normalization = kappa_ ? QUDA_KAPPA_NORMALIZATION : QUDA_MASS_NORMALIZATION;
		p.cpu_prec = single ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
		p.dirac_order = order[p.solution_type == QUDA_MATPC_SOLUTION ? k / 8 : k / 4 % 4];
		p.use_init_guess = k / 8 && k % 4 != 3 ? QUDA_USE_INIT_GUESS_YES : QUDA_USE_INIT_GUESS_NO;
		fill(sb, VECTORS);
		fill(sx, VECTORS);
		staggered_matrix(sy, sb, &p, p.mass, &first, &last);
		staggered_move(theirs_, sb, &p, first, last, 0);
		staggered_move(shifted_[0], sx, &p, first, last, 0);
		invertQuda(shifted_[0], theirs_, &p);
		staggered_move(shifted_[0], sx, &p, first, last, 1);
		staggered_matrix(sy, sx, &p, p.mass, &first, &last);
		const double norm =
			kappa_ ? p.solution_type == QUDA_MATDAG_MAT_SOLUTION ? 0.25 / (p.mass * p.mass) : 0.5 / p.mass
			       : 1;
		for (int i = 0; i < VECTORS; i++) sy[i] *= norm;
		const double r = staggered_deviation(sb, sy, first, last);
		worst = tap_worst(worst, r / (single ? 1e4 : 1));
		if (!single) reported = tap_worst(reported, fabs(r - p.true_res) / (r + 1e-13));
		wrong += p.iter < 1 || !(p.secs > 0) || !(p.gflops > 0);
		if (p.use_init_guess != QUDA_USE_INIT_GUESS_YES || single) continue;
		invertQuda(shifted_[0], theirs_, &p); /* the solution as a guess */
		wrong += p.iter > 2;
	}
	tap_ok(worst < 1.05e-10 && wrong == 0, "%s: solves: residual %.1e, %d wrong", name, worst, wrong);
	tap_ok(reported < 0.05, "%s: true_res differs by %.1e of it", name, reported);
	worst = reported = 0;
	for (int k = 0; k < 2; k++) {
		void *x[3] = {shifted_[0], shifted_[1], shifted_[2]};
		p = staggered_param(type);
		p.mass = k ? QUDA_INVALID_DOUBLE : 0.1;
		p.solution_type = QUDA_MATPC_SOLUTION;
		p.matpc_type = k ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
		p.num_offset = 3;
		for (int i = 0; i < 3; i++) p.offset[i] = 4 * (0.4 + 0.2 * ((i + k) % 3)) * (0.4 + 0.2 * ((i + k) % 3));
		fill(sb, VECTORS);
		invertMultiShiftQuda(x, sb + (k ? V / 2 * VECTOR : 0), &p);
		for (int i = 0; i < 3; i++) {
			memcpy(sz + (k ? V / 2 * VECTOR : 0), shifted_[i], sizeof sz / 2);
			staggered_matrix(sy, sz, &p, 0.5 * sqrt(p.offset[i]), &first, &last);
			const double r = staggered_deviation(sb, sy, first, last);
			worst = tap_worst(worst, r);
			reported = tap_worst(reported, fabs(r - p.true_res_offset[i]) / (r + 1e-13));
		}
	}
	tap_ok(worst < 1.05e-10 && reported < 0.05, "%s: shifts: residual %.1e, reported to %.1e", name, worst,
	       reported);
	/* Two sources: at once, but on hosts one after the other where all fits LQCD_CACHE, which is so in float without long links (quda.c). */
	void *x[2] = {shifted_[0], shifted_[1]}, *b[2] = {sb, sz};
	worst = reported = 0;
	wrong = 0;
	for (int n = 0; n < 4; n++) {
		double largest = 0;
		p = staggered_param(type);
		p.num_src = 2;
		p.cuda_prec_sloppy = n % 2 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
		p.dagger = n / 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.use_init_guess = n == 3 ? QUDA_USE_INIT_GUESS_YES : QUDA_USE_INIT_GUESS_NO;
		const int once = lqcd__quda_device_has_staggered() || n % 2 == 0 || improved_;
		wrong += lqcd__quda_staggered_sources(&p, 2) != (once ? 2 : 1) || lqcd__quda_staggered_sources(&p, 18) != (once ? 9 : 1);
		fill(sb, VECTORS);
		fill(sz, VECTORS);
		for (int k = 0; k < 2; k++)
			for (int i = 0; i < VECTORS; i++) shifted_[k][i] = n == 3 ? (k ? sz : sb)[i] : -7;
		invertMultiSrcQuda(x, b, &p);
		for (int k = 0; k < 2; k++) {
			staggered_matrix(sy, shifted_[k], &p, p.mass, &first, &last);
			largest = tap_worst(largest, staggered_deviation(k ? sz : sb, sy, first, last));
		}
		worst = tap_worst(worst, largest);
		reported = tap_worst(reported, fabs(largest - p.true_res) / (largest + 1e-13));
	}
	p.solution_type = QUDA_MATPC_SOLUTION;
	wrong += lqcd__quda_staggered_sources(&p, 2) != 1;
	tap_ok(worst < 1.05e-10 && reported < 0.05 && wrong == 0, "%s: two sources: %.1e, reported to %.1e, %d wrong", name, worst, reported, wrong);
}

/* Eigenpairs of M^+ M, and of the even-odd matrix: by the reference, and the lowest ones: the eigenvalue that inverse iteration
 * finds is the first. */
static void test_staggered_eigen(QudaDslashType type, int pc)
{
	enum { PAIRS = 2 };
	double_complex value[PAIRS];
	void *v[PAIRS] = {shifted_[0], shifted_[1]};
	QudaInvertParam p = staggered_param(type);
	QudaEigParam e = newQudaEigParam();
	double worst = 0, last = 0, low = 0;
	int first, end;
	p.matpc_type = pc == 2 ? QUDA_MATPC_ODD_ODD : QUDA_MATPC_EVEN_EVEN;
	e.invert_param = &p;
	e.eig_type = QUDA_EIG_TR_LANCZOS;
	e.spectrum = QUDA_SPECTRUM_SR_EIG;
	e.use_norm_op = pc ? QUDA_BOOLEAN_FALSE : QUDA_BOOLEAN_TRUE;
	e.use_pc = pc ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.n_conv = PAIRS;
	e.n_ev = 8;
	e.n_kr = 40;
	e.tol = 1e-11;
	e.max_restarts = 300;
	load(QUDA_MILC_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	load_staggered(type);
	eigensolveQuda(v, value, &e);
	p.solution_type = pc ? QUDA_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
	for (int k = 0; k < PAIRS; k++) {
		const double a = *(const double *)(const void *)&value[k];
		memset(sx, 0, sizeof sx);
		first = pc == 2 ? V / 2 : 0;
		end = pc == 1 ? V / 2 : V;
		memcpy(sx + first * VECTOR, shifted_[k], (size_t)((end - first) * VECTOR) * sizeof *sx);
		staggered_matrix(sy, sx, &p, p.mass, &first, &end);
		for (int i = 0; i < VECTORS; i++) sx[i] *= a;
		worst = tap_worst(worst, staggered_deviation(sy, sx, first, end) + (a < last ? 1 : 0));
		last = a;
		if (!k) low = a;
	}
	/* Rayleigh's quotient after inverse iterations is not below. */
	p.inv_type = QUDA_CG_INVERTER;
	p.solve_type = pc ? QUDA_DIRECT_PC_SOLVE : QUDA_NORMOP_SOLVE;
	fill(sb, VECTORS);
	double n2 = 0, dot = 0;
	for (int n = 0; n < 20; n++) {
		invertQuda(sz + first * VECTOR, sb + first * VECTOR, &p);
		n2 = dot = 0;
		for (int i = first * VECTOR; i < end * VECTOR; i++) {
			n2 += sz[i] * sz[i];
			dot += sz[i] * sb[i];
		}
		for (int i = first * VECTOR; i < end * VECTOR; i++) sb[i] = sz[i] / sqrt(n2);
	}
	tap_ok(worst < 1e-8 && dot / n2 > low * (1 - 1e-9) && dot / n2 < 1.5 * last && low >= 4 * p.mass * p.mass * (1 - 1e-12),
	       "%s%s: eigenpairs: residual %.1e, lowest %g, by inverse iteration %g",
	       type == QUDA_ASQTAD_DSLASH ? "asqtad" : "staggered", pc ? pc == 2 ? " odd" : " even" : "", worst, low, dot / n2);
}

/* A first guess: of Wilson quarks on all sites and on one parity. */
static void test_guess(void)
{
	double worst = 0;
	int wrong = 0;
	for (int k = 0; k < 4; k++) {
		QudaInvertParam p = begin(k % 2 ? 1 : 0);
		int from, to;
		p.solution_type = k / 2 ? QUDA_MATPC_SOLUTION : QUDA_MAT_SOLUTION;
		p.use_init_guess = QUDA_USE_INIT_GUESS_YES;
		range(&p, &from, &to);
		fill(b_, SIZE);
		fill(x_, SIZE);
		invertQuda(x_, b_, &p);
		apply(y_, x_, &p, 0);
		worst = tap_worst(worst, deviation(b_, y_, &p));
		const int whole = p.iter;
		p.tol *= 3;
		invertQuda(x_, b_, &p);
		wrong += p.iter > whole / 8;
	}
	tap_ok(worst < 1.05e-10 && wrong == 0, "first guesses: residual %.1e, %d wrong", worst, wrong);
	freeCloverQuda();
}

#endif
