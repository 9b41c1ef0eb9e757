/* tests/quda/quda_more.h: part of quda.c: links and forces, given clover fields, multigrid, eigenpairs. */
#ifndef LQCD_TESTS_QUDA_MORE_H
#define LQCD_TESTS_QUDA_MORE_H

/* Links: written back, flow, observables, random ones, forces. */
static void test_links(void)
{
	static double before[4][V][LINK], back[4 * V * LINK];
	QudaGaugeParam g = gauge_param(QUDA_TIFR_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	QudaGaugeSmearParam flow = newQudaGaugeSmearParam();
	QudaGaugeObservableParam seen[3] = {newQudaGaugeObservableParam(), newQudaGaugeObservableParam(), newQudaGaugeObservableParam()};
	double worst = 0, mine[3];
	loadGaugeQuda(write_links(&g), &g);
	memcpy(back, links, sizeof back);
	memset(links, 0, sizeof links);
	saveGaugeQuda(links, &g);
	tap_ok(memcmp(back, links, sizeof back) == 0, "saveGaugeQuda gives back what was loaded");
	memcpy(before, u, sizeof u);
	flow.smear_type = QUDA_GAUGE_SMEAR_WILSON_FLOW;
	flow.n_steps = 3;
	flow.meas_interval = 2;
	flow.epsilon = 0.02;
	for (int k = 0; k < 2; k++) seen[k].compute_plaquette = seen[k].compute_qcharge = seen[k].compute_polyakov_loop = QUDA_BOOLEAN_TRUE;
	performWFlowQuda(&flow, seen);
	for (int k = 0; k < 4; k++) {
		naive_plaquettes(mine);
		for (int i = 0; i < 3 && k % 2 == 0; i++) worst = tap_worst(worst, fabs(seen[k / 2].plaquette[i] - mine[i]));
		if (k < 3) naive_flow(0.02);
	}
	tap_ok(worst < 1e-13, "performWFlowQuda: plaquettes: %.1e", worst);
	g.type = QUDA_SMEARED_LINKS;
	write_links(&g);
	memcpy(back, links, sizeof back);
	saveGaugeQuda(links, &g);
	worst = 0;
	for (int i = 0; i < 4 * V * LINK; i++) worst = tap_worst(worst, fabs(back[i] - links[i]));
	tap_ok(worst < 1e-13, "and its links: %.1e", worst);
	seen[2].compute_plaquette = seen[2].compute_polyakov_loop = seen[2].compute_qcharge = QUDA_BOOLEAN_TRUE;
	gaugeObservablesQuda(&seen[2]);
	cplx loop = number(0, 0);
	double sum = 0, charge = 0;
	for (int s = 0; s < V; s++) {
		cplx F[6][N][N];
		const int up[T] = {3, 3, 3, 3, 3, 3};
		cplx m[N][N];
		along(m, s, up, T);
		for (int i = 0; i < N; i++) loop = add(loop, mul(m[i][i], number(bc / (double)V, 0)));
		for (int mu = 0; mu < 4; mu++)
			for (int nu = 0; nu < mu; nu++) { /* E = - sum tr F F, F = a quarter of the leaves, without trace */
				const int leaf[4][4] = {{mu, nu, 7 - mu, 7 - nu}, {nu, 7 - mu, 7 - nu, mu}, {7 - mu, 7 - nu, mu, nu}, {7 - nu, mu, nu, 7 - mu}};
				cplx q[N][N], f[N][N];
				memset(q, 0, sizeof q);
				for (int k = 0; k < 4; k++) {
					along(m, s, leaf[k], 4);
					for (int i = 0; i < N * N; i++) q[i / N][i % N] = add(q[i / N][i % N], mul(number(0.25, 0), m[i / N][i % N]));
				}
				in_algebra(f, q);
				for (int i = 0; i < N * N; i++) {
					const cplx a = q[i / N][i % N], b = q[i % N][i / N];
					F[mu * (mu - 1) / 2 + nu][i / N][i % N] = number((a.re - b.re) / 2, (a.im + b.im) / 2);
				}
				for (int i = 0; i < N * N; i++) sum += (f[i / N][i % N].re * f[i / N][i % N].re + f[i / N][i % N].im * f[i / N][i % N].im) / (double)V;
			}
		for (int k = 0; k < 3; k++) /* Q = - sum tr(F_YX F_TZ - F_ZX F_TY + F_ZY F_TX) / (4 pi^2), with the trace of F */
			for (int i = 0; i < N * N; i++)
				charge -= (k == 1 ? -1 : 1) * mul(F[k][i / N][i % N], F[5 - k][i % N][i / N]).re / 39.478417604357434;
	}
	tap_ok(fabs(seen[2].qcharge - charge) < 1e-12 && fabs(charge) > 1e-6, "and charge %g", charge);
	tap_ok(fabs(seen[2].energy[0] - sum) < 1e-12 * sum && fabs(seen[2].energy[1] + seen[2].energy[2] - sum) < 1e-12 * sum,
	       "gaugeObservablesQuda: energy of the flowed links %g", sum);
	tap_ok(fabs(seen[2].ploop[0] - loop.re) + fabs(seen[2].ploop[1] - loop.im) < 1e-13, "and Polyakov loop %g", loop.re);
	memcpy(u, before, sizeof u);
	/* Random links: 1 - plaquettes of small angles; the same of the same seed. */
	g.type = QUDA_WILSON_LINKS;
	gaussGaugeQuda(5, 0.01);
	plaqQuda(mine);
	worst = 2 * 4 * 0.01 * 0.01 * (N * N - 1) / (double)(4 * N); /* |p|^2 has the mean N^2 - 1 */
	tap_ok(fabs(1 - mine[0] - worst) < 0.1 * worst, "gaussGaugeQuda: 1 - plaquette = %g, not far from %g", 1 - mine[0], worst);
	saveGaugeQuda(back, &g);
	gaussGaugeQuda(6, 0.01);
	saveGaugeQuda(links, &g);
	const int differ = memcmp(back, links, sizeof back);
	gaussGaugeQuda(5, 0.01);
	saveGaugeQuda(links, &g);
	tap_ok(differ && memcmp(back, links, sizeof back) == 0, "the same links of the same seed alone");
	load(QUDA_MILC_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
}

#if LQCD_NC == 3
static void test_force(void)
{
	static cplx f[4][V][N][N];
	static double mom[V * 40], start[V * 40];
	double c[PATHS] = {1, 0.5, -0.25, 2, 1.5, 0.125, 0.75}, worst = 0;
	int *at_path[4][PATHS], **buffer[4];
	QudaGaugeParam g = gauge_param(QUDA_MILC_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	for (int i = 0; i < 4 * PATHS; i++) at_path[i / PATHS][i % PATHS] = staple[i / PATHS][i % PATHS];
	for (int d = 0; d < 4; d++) buffer[d] = at_path[d];
	naive_force(f, c, PATHS);
	for (int form = 0; form < 3; form++) { /* given links, resident ones, arrays of each direction */
		const int resident = form == 1, arrays = form == 2;
		void *of[4] = {mom, mom + 10 * V, mom + 20 * V, mom + 30 * V};
		fill(mom, V * 40);
		g.gauge_order = arrays ? QUDA_QDP_GAUGE_ORDER : QUDA_MILC_GAUGE_ORDER;
		memcpy(start, mom, sizeof mom);
		g.use_resident_gauge = resident;
		g.overwrite_mom = !resident;
		computeGaugeForceQuda(arrays ? (void *)of : mom, resident ? NULL : write_links(&g), buffer, staple_length, c, PATHS, LONGEST, 0.3, &g);
		for (int i = 0; i < V * 4; i++) {
			static const int row[9] = {0, 0, 0, 0, 1, 1, 0, 1, 2}, column[9] = {1, 1, 2, 2, 2, 2, 0, 1, 2};
			const int at_ = 10 * (arrays ? i % 4 * V + i / 4 : i);
			for (int k = 0; k < 9; k++) {
				const cplx z = f[i % 4][i / 4][row[k]][column[k]];
				/* random numbers have a trace, which goes, as in QUDA */
				const double trace = start[at_ + 6] + start[at_ + 7] + start[at_ + 8];
				const double old = !resident ? 0 : k < 6 ? start[at_ + k] : start[at_ + k] - trace / 3;
				worst = tap_worst(worst, fabs(mom[at_ + k] - old + 0.3 * (k < 6 && k % 2 == 0 ? z.re : z.im)));
			}
		}
	}
	tap_ok(worst < 1e-13, "computeGaugeForceQuda: staples and chairs: %.1e", worst);
}
#endif

static void test_gauge(void)
{
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	make_staples();
	test_links();
#if LQCD_NC == 3
	test_force();
#endif
}

/* Packed blocks (each the diagonal, then below it by columns) to QDPJIT's arrays or to BQCD's order, of three colours. */
static double other_order[V * 72];

static void reorder_clover(double *bqcd, double *below, double *diagonal, const double *packed, int is_bqcd)
{
	for (int n = 0; n < 2 * V; n++) {
		const int s = n / 2, b = n % 2, parity = s / (V / 2), x = s % (V / 2);
		const double *const from = packed + s * 72 + b * 36;
		int at_ = 6;
		for (int i = 0; i < 6 && !is_bqcd; i++) diagonal[((i * 2 + b) * 2 + parity) * (V / 2) + x] = from[i];
		for (int j = 0; j < 6; j++)
			for (int i = j + 1; i < 6; i++, at_ += 2)
				for (int z = 0; z < 2 && !is_bqcd; z++)
					below[(((z * 15 + i * (i - 1) / 2 + j) * 2 + b) * 2 + parity) * (V / 2) + x] = from[at_ + z];
		/* As QUDA's manual of this order has it: number k of a packed block is sign times number from_bqcd[k] of theirs. */
		static const int from_bqcd[36] = {21, 32, 33, 0,  1,  20, 28, 29, 30, 31, 6,  7,  14, 15, 22, 23, 34, 35,
						  8,  9,  16, 17, 24, 25, 10, 11, 18, 19, 26, 27, 2,  3,  4,  5,  12, 13};
		for (int k = 0; k < 36 && is_bqcd; k++) {
			const int across = (k >= 10 && k <= 15) || (k >= 18 && k <= 29);
			bqcd[s * 72 + b * 36 + from_bqcd[k]] = (k > 5 && (across || k % 2) ? -1 : 1) * from[k];
		}
	}
}

/* How far (A^2 + mu2) times packed blocks is from 1. */
static double twisted_inverse_off(const double *inverse, double mu2)
{
	double worst = 0;
	for (int n = 0; n < 2 * V; n++) {
		const double *const from = inverse + n * 4 * N * N;
		cplx x[2 * N][2 * N], ax[2 * N][2 * N];
		int at_ = 2 * N;
		for (int j = 0; j < 2 * N; j++) {
			x[j][j] = number(from[j], 0);
			for (int i = j + 1; i < 2 * N; i++, at_ += 2) {
				x[i][j] = number(from[at_], from[at_ + 1]);
				x[j][i] = number(from[at_], -from[at_ + 1]);
			}
		}
		for (int twice = 0; twice < 2; twice++)
			for (int i = 0; i < 2 * N; i++)
				for (int j = 0; j < 2 * N; j++) {
					cplx sum = twice ? number(mu2 * x[i][j].re - (i == j), mu2 * x[i][j].im) : number(0, 0);
					for (int k = 0; k < 2 * N; k++)
						sum = add(sum, mul(clover[n / 2][n % 2 * 2 * N + i][n % 2 * 2 * N + k], twice ? ax[k][j] : x[k][j]));
					if (twice)
						worst = tap_worst(worst, hypot(sum.re, sum.im));
					else
						ax[i][j] = sum;
				}
	}
	return worst;
}

/* The clover term of the links, as return_clover gives it, in two orders and as floats; and its inverse, which must fit to be loaded. */
static void test_returned_clover(double *field, double *inverse, float *single)
{
	double mine[8 * N * N], worst = 0;
	QudaInvertParam p = param(QUDA_CLOVER_WILSON_DSLASH);
	p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
	p.clover_order = QUDA_PACKED_CLOVER_ORDER;
	p.compute_clover = p.return_clover = p.return_clover_inverse = 1;
	make_clover();
	loadCloverQuda(field, inverse, &p);
	p.return_clover_inverse = 0;
	p.clover_cpu_prec = QUDA_SINGLE_PRECISION;
	loadCloverQuda(single, NULL, &p);
	for (int s = 0; s < V; s++) {
		pack_clover(mine, clover[s]);
		for (int k = 0; k < 8 * N * N; k++)
			worst = tap_worst(worst, fabs(mine[k] - field[s * 8 * N * N + k]) + 1e-7 * fabs(mine[k] - (double)single[s * 8 * N * N + k]));
	}
	p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
	p.compute_clover = p.return_clover = 0;
	loadCloverQuda(field, inverse, &p);
	tap_ok(worst < 1e-13, "return_clover, return_clover_inverse: %.1e", worst);
	p = param(QUDA_TWISTED_CLOVER_DSLASH);
	p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
	p.clover_order = QUDA_PACKED_CLOVER_ORDER;
	p.compute_clover = p.return_clover = p.return_clover_inverse = 1;
	loadCloverQuda(field, inverse, &p);
	worst = twisted_inverse_off(inverse, 4 * p.kappa * p.kappa * p.mu * p.mu);
	p.compute_clover = p.return_clover = p.return_clover_inverse = 0;
	loadCloverQuda(field, inverse, &p);
	tap_ok(worst < 1e-12, "return_clover_inverse of twisted clover: %.1e", worst);
}

/* Given clover fields, their inverses, or both: not those of the links. */
static void test_given_clover(void)
{
	enum { BLOCKS = 8 * N * N };
	static double field[V * BLOCKS], inverse[V * BLOCKS];
	static float single[V * BLOCKS];
	double worst = 0;
	for (int k = 0; k < (N == 3 ? 8 : 5); k++) {
		QudaInvertParam p = param(types[k == 4 ? 3 : 1]);
		p.clover_cpu_prec = k == 3 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
		p.clover_order = QUDA_PACKED_CLOVER_ORDER;
		make_clover();
		for (int s = 0; s < V; s++) { /* more than the links give */
			cplx a[4 * N][4 * N];
			for (int i = 0; i < 4 * N; i++)
				for (int j = i / (2 * N) * 2 * N; j < i; j++) {
					const cplx z = number(0.05 * tap_random(), 0.05 * tap_random());
					clover[s][i][j] = add(clover[s][i][j], z);
					clover[s][j][i] = add(clover[s][j][i], number(z.re, -z.im));
				}
			pack_clover(field + s * BLOCKS, clover[s]);
			for (int i = 0; i < 4 * N; i++) { /* column i of the inverse */
				memset(x_ + s * SPINOR, 0, SPINOR * sizeof *x_);
				x_[s * SPINOR + 2 * i] = 1;
				const double twist = mu_twist;
				mu_twist = 0;
				site_term(y_, x_, 1, 0, s, s + 1);
				mu_twist = twist;
				for (int j = 0; j < 4 * N; j++) a[j][i] = number(y_[s * SPINOR + 2 * j], y_[s * SPINOR + 2 * j + 1]);
			}
			pack_clover(inverse + s * BLOCKS, a);
		}
		for (int i = 0; i < V * BLOCKS; i++) single[i] = (float)field[i];
		/* From 5 on: QDPJIT's two arrays, in either order in memory, and BQCD's. */
		void *two[2] = {k == 5 ? other_order : other_order + V * 12, k == 5 ? other_order + V * 60 : other_order};
		if (k > 4) p.clover_order = k == 7 ? QUDA_BQCD_CLOVER_ORDER : QUDA_QDPJIT_CLOVER_ORDER;
		if (k > 4) reorder_clover(other_order, (double *)two[0], (double *)two[1], field, k == 7);
		void *const theirs = k == 3 ? (void *)single : k == 7 ? (void *)other_order : k > 4 ? (void *)two : (void *)field;
		loadCloverQuda(k == 1 ? NULL : theirs, k == 1 || k == 2 ? inverse : NULL, &p);
		fill(b_, SIZE);
		p.tol = 1e-11;
		p.solve_type = QUDA_DIRECT_PC_SOLVE;
		p.inv_type = QUDA_BICGSTAB_INVERTER;
		p.cuda_prec_sloppy = k == 2 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
		invertQuda(x_, b_, &p);
		apply(y_, x_, &p, 0);
		worst = tap_worst(worst, deviation(b_, y_, &p) / (k == 3 ? 1e4 : 1));
	}
	tap_ok(worst < 1.05e-11, "given clover fields: residual %.1e", worst);
	test_returned_clover(field, inverse, single);
	freeCloverQuda();
}

/* Solves preconditioned by multigrid, on all sites, of one parity and of the adjoint; after new links. */
static void test_multigrid(int type)
{
	static const QudaMatPCType pc[4] = {QUDA_MATPC_EVEN_EVEN, QUDA_MATPC_ODD_ODD_ASYMMETRIC, QUDA_MATPC_ODD_ODD, QUDA_MATPC_EVEN_EVEN_ASYMMETRIC};
	double worst = 0, reported = 0;
	int most = 0;
	QudaInvertParam p = begin(type);
	QudaMultigridParam m = newQudaMultigridParam();
	m.invert_param = &p;
	m.n_level = 2;
	m.n_vec[0] = 8;
	m.compute_null_vector = type % 2 ? QUDA_COMPUTE_NULL_VECTOR_NO : QUDA_COMPUTE_NULL_VECTOR_YES;
	m.vec_load[0] = m.use_eig_solver[1] = type % 2 ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE; /* which change no solution */
	p.inv_type = QUDA_GCR_INVERTER;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	void *const mg = newMultigridQuda(&m);
	p.inv_type_precondition = QUDA_MG_INVERTER;
	p.preconditioner = mg;
	for (int k = 0; k < 7; k++) {
		int from, to;
		if (k == 6) updateMultigridQuda(mg, &m);
		p.solution_type = k % 3 ? QUDA_MATPC_SOLUTION : QUDA_MAT_SOLUTION;
		p.matpc_type = pc[k % 4];
		p.dagger = k == 3 && type < 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.mass_normalization = (QudaMassNormalization)(k / 2 % 3);
		range(&p, &from, &to);
		fill(b_, SIZE);
		invertQuda(x_ + from, b_ + from, &p);
		apply(y_, x_, &p, 0);
		const double r = deviation(b_, y_, &p);
		worst = tap_worst(worst, r);
		reported = tap_worst(reported, fabs(r - p.true_res) / (r + 1e-13));
		most = p.iter > most ? p.iter : most;
	}
	destroyMultigridQuda(mg);
	tap_ok(worst < 1.05e-10 && reported < 0.05, "%s: multigrid: residual %.1e, reported to %.1e, %d iterations", type_name[type], worst, reported, most);
}

static void *new_multigrid(QudaMultigridParam *m, QudaInvertParam *p)
{
	*m = newQudaMultigridParam();
	m->invert_param = p;
	m->n_level = 2;
	m->n_vec[0] = 4;
	p->inv_type = QUDA_GCR_INVERTER;
	p->solve_type = QUDA_DIRECT_PC_SOLVE;
	p->inv_type_precondition = QUDA_MG_INVERTER;
	return newMultigridQuda(m);
}

/* Multigrid whose lattice has gone, and one that was destroyed. */
static void *left_, *gone_;

static void test_other_extents(void)
{
	QudaInvertParam p = begin(0);
	QudaMultigridParam m;
	const int sign = bc;
	left_ = new_multigrid(&m, &p);
	gone_ = p.preconditioner = new_multigrid(&m, &p);
	bc = 1;
	QudaGaugeParam g = gauge_param(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	g.X[3] -= 2;
	loadGaugeQuda(write_links(&g), &g);
	updateMultigridQuda(gone_, &m);
	fill(b_, SIZE);
	invertQuda(x_, b_, &p);
	MatQuda(y_, x_, &p);
	double d = 0, n = 0;
	for (int i = 0; i < SIZE / T * (T - 2); i++) {
		d += (y_[i] - b_[i]) * (y_[i] - b_[i]);
		n += b_[i] * b_[i];
	}
	tap_ok(d < 1.1e-20 * n && p.iter < 30, "multigrid set up anew for links of other extents: residual %.1e, %d iterations", sqrt(d / n), p.iter);
	destroyMultigridQuda(gone_);
	bc = sign;
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
}

/* Eigenpairs of M^+ M: by the reference; none below them is found by inverse iteration. */
static void test_eigen(int type)
{
	enum { PAIRS = 3 };
	double_complex value[PAIRS];
	double worst = 0, last = 0, overlap = 0;
	QudaInvertParam p = begin(type);
	QudaEigParam e = newQudaEigParam();
	void *v[PAIRS] = {more_[0], more_[1], more_[2]};
	e.invert_param = &p;
	e.eig_type = QUDA_EIG_TR_LANCZOS;
	e.spectrum = QUDA_SPECTRUM_SR_EIG;
	e.use_norm_op = QUDA_BOOLEAN_TRUE;
	e.use_pc = (type % 2 || type == 4) ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.use_dagger = type / 2 ? QUDA_BOOLEAN_TRUE : QUDA_BOOLEAN_FALSE;
	e.n_conv = PAIRS;
	e.n_ev = 8;
	e.n_kr = 30;
	e.tol = 1e-10;
	e.max_restarts = 200;
	if (type == 1) {
		e.use_poly_acc = QUDA_BOOLEAN_TRUE;
		e.poly_deg = 10;
		e.a_min = 0.3;
		e.a_max = 3;
	}
	eigensolveQuda(v, value, &e);
	p.solution_type = (type % 2 || type == 4) ? QUDA_MATPCDAG_MATPC_SOLUTION : QUDA_MATDAG_MAT_SOLUTION;
	p.dagger = type / 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
	int from, to;
	range(&p, &from, &to);
	for (int k = 0; k < PAIRS; k++) {
		const double a = *(const double *)(const void *)&value[k];
		memcpy(x_ + from, more_[k], (size_t)(to - from) * sizeof *x_);
		apply(y_, x_, &p, 0);
		for (int i = from; i < to; i++) y_[i] -= a * x_[i];
		double r = 0;
		for (int i = from; i < to; i++) r += y_[i] * y_[i];
		worst = tap_worst(worst, sqrt(r) + (a < last ? 1 : 0));
		last = a;
		for (int j = 0; j < k; j++) {
			double re = 0;
			for (int i = 0; i < to - from; i++) re += more_[k][i] * more_[j][i];
			overlap = tap_worst(overlap, fabs(re));
		}
	}
	tap_ok(worst < 1e-8 && overlap < 1e-10, "%s: eigenpairs: residual %.1e, overlap %.1e, largest value %g", type_name[type], worst, overlap, last);
	double rayleigh = 0;
	fill(b_, SIZE);
	for (int k = 0; k < 25; k++) {
		double n = 0, d = 0;
		invertQuda(x_ + from, b_ + from, &p);
		for (int i = from; i < to; i++) {
			n += x_[i] * x_[i];
			d += x_[i] * b_[i];
		}
		rayleigh = d / n;
		for (int i = from; i < to; i++) b_[i] = x_[i] / sqrt(n);
	}
	const double least = *(const double *)(const void *)value;
	tap_ok(rayleigh > least * (1 - 1e-8) && rayleigh < 2 * least, "%s: and inverse iteration: %g, the lowest is %g", type_name[type], rayleigh, least);
}

#endif
