/* tests/quda/quda_walls_naive.h: part of quda_walls.c and tests/mpi/quda.c: matrices of domain walls on plain arrays.
 *
 * The arrays are [parity of four dimensions][s][site] in QUDA's basis; the matrices are those of QUDA's manual:
 * M5 = 1 + kappa_b / kappa_c K, D4pre = b5 + c5 K, D4 = H. */
#ifndef LQCD_TESTS_QUDA_WALLS_NAIVE_H
#define LQCD_TESTS_QUDA_WALLS_NAIVE_H

enum { HALF = SIZE / 2 };
static double wx[WALLS], wb[WALLS], wy[WALLS], their_x[3][WALLS], their_b[WALLS];

/* The two constants b5, c5 of p, and 1 / (2 kappa_b). */
static inline double b5_of(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_MOBIUS_DWF_DSLASH ? 1.5 : 1;
}

static inline double c5_of(const QudaInvertParam *p)
{
	return p->dslash_type == QUDA_MOBIUS_DWF_DSLASH ? 0.5 : 0;
}

/* out = a in + b K in, or with the adjoint: 2 P_+ of s + 1, 2 P_- of s - 1, over 2, with -mass at the walls, where P_+ keeps the
 * last two spins of DeGrand and Rossi. Sign of the direction: as in QUDA's tests. */
static inline void wall_walk(double *out, double a, double b, const double *in, double mass, int dagger)
{
	static double r[WALLS];
	for (int n = 0; n < WALLS; n++) {
		const int s = n / HALF % LS, odd = n / HALF / LS, spin = n / (2 * N) % 4, up = (spin > 1) != dagger;
		const int t = (s + (up ? 1 : LS - 1)) % LS, wall = up ? s == LS - 1 : s == 0;
		r[n] = a * in[n] + b * (wall ? -mass : 1) * in[(odd * LS + t) * HALF + n % HALF];
	}
	memcpy(out, r, sizeof r);
}

/* out = (1 + r K)^-1 in: K^LS = -mass, so that it is sum_n (-r K)^n / (1 + mass (-r)^LS). */
static inline void walk_back(double *out, double r, const double *in, double mass, int dagger)
{
	static double sum[WALLS], term[WALLS];
	double last = 1;
	memset(sum, 0, sizeof sum);
	memcpy(term, in, sizeof term);
	for (int n = 0; n < LS; n++) {
		for (int i = 0; i < WALLS; i++) sum[i] += term[i];
		wall_walk(term, 0, -r, term, mass, dagger);
		last *= -r;
	}
	for (int i = 0; i < WALLS; i++) out[i] = sum[i] / (1 + mass * last);
}

/* out = H in on all sites. */
static inline void wall_hop(double *out, const double *in, int dagger)
{
	static double r[WALLS];
	for (int s = 0; s < LS; s++) {
		for (int odd = 0; odd < 2; odd++) memcpy(x_ + odd * HALF, in + (odd * LS + s) * HALF, HALF * sizeof *x_);
		hop(y_, x_, dagger, 0, V);
		for (int odd = 0; odd < 2; odd++) memcpy(r + (odd * LS + s) * HALF, y_ + odd * HALF, HALF * sizeof *x_);
	}
	memcpy(out, r, sizeof r);
}

/* Whether number n is of the parity of p. */
static inline int is_here(const QudaInvertParam *p, int n)
{
	const int odd = p->matpc_type == QUDA_MATPC_ODD_ODD || p->matpc_type == QUDA_MATPC_ODD_ODD_ASYMMETRIC;
	const int s = p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? n / HALF % LS : 0;
	return p->solution_type < QUDA_MATPC_SOLUTION || (n / HALF / LS + s) % 2 == odd;
}

static inline void cut(double *x, const QudaInvertParam *p, int here)
{
	for (int n = 0; n < WALLS; n++)
		if (is_here(p, n) != here) x[n] = 0;
}

/* To the order of the caller, who has the sites local_site, or back. */
static inline void order(double *theirs, double *ours, const QudaInvertParam *p, int back)
{
	double *next = theirs;
	if (back) memset(ours, 0, WALLS * sizeof *ours);
	for (int half = 0; half < 2; half++)
		for (int s = 0; s < LS; s++) {
			const int odd = (half + (p->dslash_type == QUDA_DOMAIN_WALL_DSLASH ? s : 0)) % 2;
			if (!is_here(p, (odd * LS + s) * HALF)) continue;
			for (int k = 0; k < local_sites / 2; k++, next += SPINOR) {
				const int n = local_site[odd * (local_sites / 2) + k] - odd * (V / 2);
				double *x = ours + (odd * LS + s) * HALF + n * SPINOR;
				memcpy(back ? x : next, back ? next : x, SPINOR * sizeof *x);
			}
		}
}

/* out = M in of p, or its adjoint, in its normalisation. */
static inline void wall_matrix(double *out, const double *in, const QudaInvertParam *p, int dagger)
{
	static double a[WALLS], b[WALLS];
	const double b5 = b5_of(p), c5 = c5_of(p), m = p->mass, kb = 0.5 / (b5 * (4 + p->m5) + 1), r = 2 * kb * (c5 * (4 + p->m5) - 1);
	const double k5 = 0.5 / (5 + p->m5);
	const int pc = p->solution_type >= QUDA_MATPC_SOLUTION, five = p->dslash_type == QUDA_DOMAIN_WALL_DSLASH;
	const int symmetric = p->matpc_type == QUDA_MATPC_EVEN_EVEN || p->matpc_type == QUDA_MATPC_ODD_ODD;
	double norm = 1;
	if (p->mass_normalization == QUDA_MASS_NORMALIZATION) norm = pc ? 0.25 / (k5 * k5) : 0.5 / k5;
	if (p->mass_normalization == QUDA_ASYMMETRIC_MASS_NORMALIZATION) norm = 0.5 / k5;
	memcpy(a, in, sizeof a);
	if (!pc) { /* M5 - kappa_b D4 D4pre */
		if (!dagger) wall_walk(a, b5, c5, a, m, 0);
		wall_hop(a, a, dagger);
		if (dagger) wall_walk(a, b5, c5, a, m, 1);
		wall_walk(b, 1, r, in, m, dagger);
		for (int n = 0; n < WALLS; n++) out[n] = norm * (b[n] - kb * a[n]);
		return;
	}
	if (symmetric && dagger && !five) walk_back(a, r, a, m, 1);
	for (int k = 0; k < 2; k++) {
		if (five) { /* D4 + D5 */
			wall_walk(b, 0, 2, a, m, dagger);
			wall_hop(a, a, dagger);
			for (int n = 0; n < WALLS; n++) a[n] += b[n];
			cut(a, p, k);
			continue;
		}
		if (!dagger) wall_walk(a, b5, c5, a, m, 0);
		wall_hop(a, a, dagger);
		cut(a, p, k);
		if (dagger) wall_walk(a, b5, c5, a, m, 1);
		if (!k || (symmetric && !dagger)) walk_back(a, r, a, m, dagger);
	}
	if (symmetric || five)
		memcpy(b, in, sizeof b);
	else
		wall_walk(b, 1, r, in, m, dagger);
	for (int n = 0; n < WALLS; n++) out[n] = norm * (b[n] - kb * kb * a[n]);
}

/* The system of p with a shift. */
static inline void wall_system(double *out, const double *in, const QudaInvertParam *p, double shift)
{
	static double half[WALLS];
	const int dagger = p->dagger == QUDA_DAG_YES;
	if (p->solution_type == QUDA_MAT_SOLUTION || p->solution_type == QUDA_MATPC_SOLUTION) {
		wall_matrix(out, in, p, dagger);
		return;
	}
	wall_matrix(half, in, p, dagger);
	wall_matrix(out, half, p, !dagger);
	for (int n = 0; n < WALLS; n++) out[n] += shift * in[n];
}

static inline double wall_deviation(const double *a, const double *b)
{
	double d = 0, n = 0;
	for (int i = 0; i < WALLS; i++) {
		d += (a[i] - b[i]) * (a[i] - b[i]);
		n += a[i] * a[i];
	}
	return tap_isnan(d) ? 1e300 : sqrt(d / n);
}

/* A random source of p in both orders, and poisoned results. */
static inline void source(const QudaInvertParam *p)
{
	fill(wb, WALLS);
	cut(wb, p, 1);
	order(their_b, wb, p, 0);
	for (int n = 0; n < WALLS; n++) their_x[0][n] = their_x[1][n] = their_x[2][n] = -7;
}

#endif
