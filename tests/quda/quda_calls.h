/* tests/quda/quda_calls.h: part of quda.c, quda_walls.c and tests/mpi/quda.c: links and spinors in the orders of a caller, and parameters. */
#ifndef LQCD_TESTS_QUDA_CALLS_H
#define LQCD_TESTS_QUDA_CALLS_H

enum { ROOM = 2 * 4 * (X / 2 + 2) * (Y + 2) * (Z + 2) * (T + 2) * LINK };
static double links[ROOM];
static void *four[4];

/* The links in an order, with the sign of the boundary; what loadGaugeQuda takes. */
static inline void *write_links(const QudaGaugeParam *p)
{
	const int arrays = p->gauge_order == QUDA_QDP_GAUGE_ORDER || p->gauge_order == QUDA_QDPJIT_GAUGE_ORDER;
	const int half = (X / 2 + 2) * (Y + 2) * (Z + 2) * (T + 2);
	const size_t bytes = (size_t)p->cpu_prec;
	for (int i = 0; i < ROOM; i++) links[i] = -7;
	for (int d = 0; d < 4; d++) four[d] = (char *)links + (size_t)d * V * LINK * bytes;
	for (int d = 0; d < 4; d++)
		for (int s = 0; s < V; s++)
			for (int k = 0; k < LINK; k++) {
				const int a = k / 2 / N, b = k / 2 % N, im = k % 2, t = (b * N + a) * 2 + im;
				const double value = u[d][s][k] * (d == 3 && at[s][3] == T - 1 ? bc : 1);
				size_t n = (size_t)((s * 4 + d) * LINK + k);
				switch ((int)p->gauge_order) {
				case QUDA_QDP_GAUGE_ORDER: n = (size_t)((d * V + s) * LINK + k); break;
				case QUDA_QDPJIT_GAUGE_ORDER: n = (size_t)(d * V * LINK + ((im * N + a) * N + b) * V + s); break;
				case QUDA_CPS_WILSON_GAUGE_ORDER: n = (size_t)((s * 4 + d) * LINK + t); break;
				case QUDA_MILC_SITE_GAUGE_ORDER: n = (size_t)(s * (4 * LINK + 6) + 4 + d * LINK + k); break;
				case QUDA_TIFR_GAUGE_ORDER: n = (size_t)((d * V + s) * LINK + t); break;
				case QUDA_BQCD_GAUGE_ORDER: n = (size_t)(((d * 2 + s / (V / 2)) * half + s % (V / 2)) * LINK + t); break;
				default: break;
				}
				if (bytes == 4)
					((float *)links)[n] = (float)value;
				else
					links[n] = value;
			}
	return arrays ? (void *)four : (void *)links;
}

static inline QudaGaugeParam gauge_param(QudaGaugeFieldOrder order, QudaPrecision precision)
{
	QudaGaugeParam g = newQudaGaugeParam();
	g.X[0] = X;
	g.X[1] = Y;
	g.X[2] = Z;
	g.X[3] = T;
	g.gauge_order = order;
	g.cpu_prec = precision;
	g.cuda_prec = g.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	g.reconstruct = g.reconstruct_sloppy = QUDA_RECONSTRUCT_NO;
	g.t_boundary = bc < 0 ? QUDA_ANTI_PERIODIC_T : QUDA_PERIODIC_T;
	if (order == QUDA_MILC_SITE_GAUGE_ORDER) {
		g.site_size = (4 * LINK + 6) * (size_t)precision;
		g.gauge_offset = 4 * (size_t)precision;
	}
	return g;
}

static inline void load(QudaGaugeFieldOrder order, QudaPrecision precision)
{
	QudaGaugeParam g = gauge_param(order, precision);
	loadGaugeQuda(write_links(&g), &g);
}

/* What all quarks have, in double. */
static inline QudaInvertParam any_param(QudaDslashType type, QudaSolveType solve, QudaMassNormalization normalization)
{
	QudaInvertParam p = newQudaInvertParam();
	p.dslash_type = type;
	p.inv_type = QUDA_CG_INVERTER;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = solve;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.dagger = QUDA_DAG_NO;
	p.mass_normalization = normalization;
	p.cpu_prec = p.cuda_prec = p.cuda_prec_sloppy = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.tol = 1e-10;
	p.maxiter = 1000;
	p.verbosity = QUDA_SILENT;
	return p;
}

static inline QudaInvertParam param(QudaDslashType type)
{
	QudaInvertParam p = any_param(type, QUDA_NORMOP_PC_SOLVE, QUDA_KAPPA_NORMALIZATION);
	const int twisted = type == QUDA_TWISTED_MASS_DSLASH || type == QUDA_TWISTED_CLOVER_DSLASH;
	const int improved = type == QUDA_CLOVER_WILSON_DSLASH || type == QUDA_TWISTED_CLOVER_DSLASH;
	p.kappa = kappa = 0.11;
	p.mass = 0.5 / kappa - 4;
	p.mu = mu_twist = twisted ? 0.3 : 0;
	if (twisted) p.twist_flavor = QUDA_TWIST_SINGLET;
	csw = improved ? 1.1 : 0;
	if (improved) p.clover_coeff = kappa * csw;
	p.Ls = 1;
	return p;
}

/* Domain walls: 0 Shamir's, 1 Moebius, 2 Shamir's with the parity of five dimensions. */
enum { LS = 4, WALLS = LS * SIZE };

static inline QudaInvertParam wall_param(int kind)
{
	static const QudaDslashType type[3] = {QUDA_DOMAIN_WALL_4D_DSLASH, QUDA_MOBIUS_DWF_DSLASH, QUDA_DOMAIN_WALL_DSLASH};
	QudaInvertParam p = param(QUDA_WILSON_DSLASH);
	p.dslash_type = type[kind];
	p.kappa = QUDA_INVALID_DOUBLE;
	p.mass = 0.07;
	p.m5 = -1.6;
	p.Ls = LS;
	for (int s = 0; s < LS && kind == 1; s++) {
		p.b_5[s] = 1.5;
		p.c_5[s] = 0.5;
	}
	return p;
}

/* The sites of this process in the order of its memory. */
static int local_site[V], local_sites;

/* Those from first on, size of them in each direction X Y Z T; the numbers of all sites must be known. */
static inline void set_local(const int first[4], const int size[4])
{
	local_sites = 0;
	for (int odd = 0; odd < 2; odd++)
		for (int n = 0; n < size[0] * size[1] * size[2] * size[3]; n++) {
			const int x = first[0] + n % size[0], y = first[1] + n / size[0] % size[1];
			const int z = first[2] + n / size[0] / size[1] % size[2], t = first[3] + n / size[0] / size[1] / size[2];
			if ((x + y + z + t) % 2 == odd) local_site[local_sites++] = site[t][z][y][x];
		}
}

/* Numbers of sites, and random links. */
static inline void make_lattice(void)
{
	static const int zero[4] = {0, 0, 0, 0}, all[4] = {X, Y, Z, T};
	int n = 0;
	for (int odd = 0; odd < 2; odd++)
		for (int t = 0; t < T; t++)
			for (int z = 0; z < Z; z++)
				for (int y = 0; y < Y; y++)
					for (int x = 0; x < X; x++) {
						if ((x + y + z + t) % 2 != odd) continue;
						at[n][0] = x;
						at[n][1] = y;
						at[n][2] = z;
						at[n][3] = t;
						site[t][z][y][x] = n++;
					}
	set_local(zero, all);
	bc = tap_random_u64() % 2 ? 1 : -1;
	set_gamma(QUDA_DEGRAND_ROSSI_GAMMA_BASIS);
	make_links();
}

/* The same with an initialised library. */
static inline void start(void)
{
	const int grid[4] = {1, 1, 1, 1};
	make_lattice();
	setVerbosityQuda(QUDA_SILENT, "# ", stdout);
	initCommsGridQuda(4, grid, NULL, NULL);
	initQuda(-1);
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
}

#endif
