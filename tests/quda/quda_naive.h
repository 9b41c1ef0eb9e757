/* tests/quda/quda_naive.h: part of quda.c: links, the Dirac matrices of QUDA and their even-odd forms on plain arrays, in the
 * order and gamma basis of the caller. */
#ifndef LQCD_TESTS_QUDA_NAIVE_H
#define LQCD_TESTS_QUDA_NAIVE_H

#ifndef LQCD_TESTS_QUDA_TIMES
#define LQCD_TESTS_QUDA_TIMES 6
#endif
enum { X = 4, Y = 4, Z = 2, T = LQCD_TESTS_QUDA_TIMES, V = X * Y * Z * T, N = LQCD_NC, LINK = 2 * N * N, SPINOR = 8 * N, SIZE = V * SPINOR };

typedef struct {
	double re, im;
} cplx;

static double u[4][V][LINK];          /* even-odd, X fastest; X Y Z T; periodic */
static int site[T][Z][Y][X], at[V][4]; /* even-odd number of X Y Z T, and back */
static double x_[SIZE], y_[SIZE];      /* vectors */
static int bc;
static double kappa, mu_twist, csw;
static cplx gamma_of[4][4][4], clover[V][4 * N][4 * N]; /* A without twisted mass */

static inline cplx mul(cplx a, cplx b)
{
	const cplx c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
	return c;
}

static inline cplx add(cplx a, cplx b)
{
	const cplx c = {a.re + b.re, a.im + b.im};
	return c;
}

static inline cplx number(double re, double im)
{
	const cplx c = {re, im};
	return c;
}

/* DeGrand-Rossi: g_k = ((0, i s_k), (-i s_k, 0)) with -s_2 for s_2, g_4 = ((0, 1), (1, 0)). UKQCD, Dirac-Pauli: i and g_4 =
 * diag(1, 1, -1, -1), -i and the same. */
static inline void set_gamma(QudaGammaBasis basis)
{
	static const double pauli[3][2][2][2] = {{{{0, 0}, {1, 0}}, {{1, 0}, {0, 0}}},
						 {{{0, 0}, {0, -1}}, {{0, 1}, {0, 0}}},
						 {{{1, 0}, {0, 0}}, {{0, 0}, {-1, 0}}}};
	const double sign = basis == QUDA_DIRAC_PAULI_GAMMA_BASIS || basis == QUDA_CHIRAL_GAMMA_BASIS ? -1 : 1;
	memset(gamma_of, 0, sizeof gamma_of);
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 2; j++) {
				const double s = k == 1 && basis == QUDA_DEGRAND_ROSSI_GAMMA_BASIS ? -sign : sign;
				const cplx e = number(pauli[k][i][j][0], pauli[k][i][j][1]);
				gamma_of[k][i][j + 2] = mul(number(0, s), e);
				gamma_of[k][i + 2][j] = mul(number(0, -s), e);
			}
	for (int i = 0; i < 2; i++)
		if (basis == QUDA_DEGRAND_ROSSI_GAMMA_BASIS || basis == QUDA_CHIRAL_GAMMA_BASIS)
			gamma_of[3][i][i + 2] = gamma_of[3][i + 2][i] = number(basis == QUDA_CHIRAL_GAMMA_BASIS ? -1 : 1, 0);
		else {
			gamma_of[3][i][i] = number(1, 0);
			gamma_of[3][i + 2][i + 2] = number(-1, 0);
		}
}

/* r = a b of 4x4 matrices. */
static inline void product(cplx r[4][4], cplx a[4][4], cplx b[4][4])
{
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			r[i][j] = number(0, 0);
			for (int k = 0; k < 4; k++) r[i][j] = add(r[i][j], mul(a[i][k], b[k][j]));
		}
}

static inline void gamma5(cplx g[4][4])
{
	cplx a[4][4], b[4][4];
	product(a, gamma_of[0], gamma_of[1]);
	product(b, gamma_of[2], gamma_of[3]);
	product(g, a, b);
}

static inline int neighbour(int s, int mu, int step)
{
	static const int extent[4] = {X, Y, Z, T};
	int x[4] = {at[s][0], at[s][1], at[s][2], at[s][3]};
	x[mu] = (x[mu] + step + extent[mu]) % extent[mu];
	return site[x[3]][x[2]][x[1]][x[0]];
}

/* Element (a, b) of U_mu(s) or its adjoint. */
static inline cplx link_of(int mu, int s, int a, int b, int adjoint)
{
	const double *m = u[mu][s] + 2 * (adjoint ? b * N + a : a * N + b);
	return number(m[0], adjoint ? -m[1] : m[1]);
}

/* out = H in on sites from first to last - 1, or its adjoint. Spinors [site][spin][colour]. */
static inline void hop(double *out, const double *in, int dagger, int first, int last)
{
	for (int s = first; s < last; s++) {
		cplx r[4][N];
		memset(r, 0, sizeof r);
		for (int mu = 0; mu < 4; mu++)
			for (int way = 0; way < 2; way++) {
				const int y = neighbour(s, mu, way ? -1 : 1), crosses = mu == 3 && at[s][3] == (way ? 0 : T - 1);
				const double sign = (way ? 1 : -1) * (dagger ? -1 : 1), phase = crosses ? bc : 1;
				for (int spin = 0; spin < 4; spin++)
					for (int a = 0; a < N; a++) {
						cplx v = number(0, 0);
						for (int b = 0; b < N; b++)
							v = add(v, mul(link_of(mu, way ? y : s, a, b, way),
								       number(phase * in[y * SPINOR + 2 * (spin * N + b)],
									      phase * in[y * SPINOR + 2 * (spin * N + b) + 1])));
						for (int t = 0; t < 4; t++) {
							const cplx g = gamma_of[mu][t][spin];
							const cplx p = number((t == spin) + sign * g.re, sign * g.im);
							r[t][a] = add(r[t][a], mul(p, v));
						}
					}
			}
		memcpy(out + s * SPINOR, r, sizeof r);
	}
}

/* out = A in, A^-1 in (by elimination) or A^+ in. */
static inline void site_term(double *out, const double *in, int inverse, int dagger, int first, int last)
{
	enum { M = 4 * N };
	static cplx m[M][M + 1];
	cplx g5[4][4];
	gamma5(g5);
	for (int s = first; s < last; s++) {
		for (int i = 0; i < M; i++) {
			for (int j = 0; j < M; j++) {
				m[i][j] = clover[s][i][j];
				if (i % N == j % N) m[i][j] = add(m[i][j], mul(number(0, (dagger ? -2 : 2) * kappa * mu_twist), g5[i / N][j / N]));
			}
			m[i][M] = number(in[s * SPINOR + 2 * i], in[s * SPINOR + 2 * i + 1]);
		}
		if (!inverse)
			for (int i = 0; i < M; i++) {
				cplx sum = number(0, 0);
				for (int j = 0; j < M; j++) sum = add(sum, mul(m[i][j], m[j][M]));
				out[s * SPINOR + 2 * i] = sum.re;
				out[s * SPINOR + 2 * i + 1] = sum.im;
			}
		for (int k = 0; k < M && inverse; k++) {
			const double n = m[k][k].re * m[k][k].re + m[k][k].im * m[k][k].im;
			const cplx r = number(m[k][k].re / n, -m[k][k].im / n);
			for (int j = k; j <= M; j++) m[k][j] = mul(m[k][j], r);
			for (int i = 0; i < M; i++)
				for (int j = M; j >= k && i != k; j--) {
					const cplx p = mul(m[i][k], m[k][j]);
					m[i][j] = number(m[i][j].re - p.re, m[i][j].im - p.im);
				}
		}
		for (int i = 0; i < M && inverse; i++) {
			out[s * SPINOR + 2 * i] = m[i][M].re;
			out[s * SPINOR + 2 * i + 1] = m[i][M].im;
		}
	}
}

/* out = M in of p in its normalisation, or M^+ in; even-odd ones on the sites of their parity. */
static inline void matrix(double *out, const double *in, const QudaInvertParam *p, int dagger)
{
	static double a[SIZE], b[SIZE], c[SIZE];
	const int pc = p->solution_type >= QUDA_MATPC_SOLUTION, odd = p->matpc_type == QUDA_MATPC_ODD_ODD || p->matpc_type == QUDA_MATPC_ODD_ODD_ASYMMETRIC;
	const int symmetric = p->matpc_type == QUDA_MATPC_EVEN_EVEN || p->matpc_type == QUDA_MATPC_ODD_ODD || p->dslash_type == QUDA_WILSON_DSLASH;
	const int from = pc && odd ? V / 2 : 0, to = pc && !odd ? V / 2 : V, other = odd ? 0 : V / 2, end = odd ? V / 2 : V;
	double norm = 1;
	if (p->mass_normalization == QUDA_MASS_NORMALIZATION) norm = pc ? 0.25 / (kappa * kappa) : 0.5 / kappa;
	if (p->mass_normalization == QUDA_ASYMMETRIC_MASS_NORMALIZATION) norm = 0.5 / kappa;
	if (!pc) {
		hop(a, in, dagger, 0, V);
		site_term(b, in, 0, dagger, 0, V);
		for (int i = 0; i < SIZE; i++) out[i] = norm * (b[i] - kappa * a[i]);
		return;
	}
	if (symmetric && dagger) /* 1 - kappa^2 H^+ A^-+ H^+ A^-+ */
		site_term(c, in, 1, 1, from, to);
	else
		memcpy(c, in, sizeof c);
	hop(a, c, dagger, other, end);
	site_term(b, a, 1, dagger, other, end);
	hop(a, b, dagger, from, to);
	if (symmetric && !dagger)
		site_term(b, a, 1, 0, from, to);
	else
		memcpy(b, a, sizeof b);
	if (symmetric)
		memcpy(c, in, sizeof c);
	else
		site_term(c, in, 0, dagger, from, to);
	for (int i = from * SPINOR; i < to * SPINOR; i++) out[i] = norm * (c[i] - kappa * kappa * b[i]);
}

static inline void range(const QudaInvertParam *p, int *from, int *to)
{
	const int odd = p->matpc_type == QUDA_MATPC_ODD_ODD || p->matpc_type == QUDA_MATPC_ODD_ODD_ASYMMETRIC;
	const int pc = p->solution_type >= QUDA_MATPC_SOLUTION;
	*from = pc && odd ? V / 2 * SPINOR : 0;
	*to = pc && !odd ? V / 2 * SPINOR : SIZE;
}

/* out = the system of p applied to in, with a shift. */
static inline void apply(double *out, const double *in, const QudaInvertParam *p, double shift)
{
	static double a[SIZE];
	const int dagger = p->dagger == QUDA_DAG_YES;
	int from, to;
	range(p, &from, &to);
	if (p->solution_type == QUDA_MAT_SOLUTION || p->solution_type == QUDA_MATPC_SOLUTION) {
		matrix(out, in, p, dagger);
		return;
	}
	matrix(a, in, p, dagger);
	matrix(out, a, p, !dagger);
	for (int i = from; i < to; i++) out[i] += shift * in[i];
}

/* |a - b| / |a| over the numbers of p. */
static inline double deviation(const double *a, const double *b, const QudaInvertParam *p)
{
	double d = 0, n = 0;
	int from, to;
	range(p, &from, &to);
	for (int i = from; i < to; i++) {
		d += (a[i] - b[i]) * (a[i] - b[i]);
		n += a[i] * a[i];
	}
	return tap_isnan(d) ? 1e300 : sqrt(d / n);
}

static inline void fill(double *x, int n)
{
	for (int i = 0; i < n; i++) x[i] = tap_random();
}

/* Random links of SU(N) near 1, so that solves are short. */
static inline void make_links(void)
{
	for (int mu = 0; mu < 4; mu++)
		for (int s = 0; s < V; s++) {
			double *m = u[mu][s];
			fill(m, LINK);
			for (int i = 0; i < LINK; i++) m[i] *= 0.4;
			for (int a = 0; a < N; a++) m[2 * (a * N + a)] += 1;
			lqcd_su3_d w;
			memcpy(&w, m, sizeof w);
			lqcd_su3_project_polar_d(&w);
			memcpy(m, &w, sizeof w);
		}
}

/* A = 1 + kappa csw (i/2) sum_(mu, nu) sigma_munu F_munu, with i sigma = -[g, g]/2, F = (Q - Q^+)/8. */
static inline void make_clover(void)
{
	memset(clover, 0, sizeof clover);
	for (int s = 0; s < V; s++)
		for (int i = 0; i < 4 * N; i++) clover[s][i][i] = number(1, 0);
	if (!(fabs(csw) > 0)) return;
	for (int s = 0; s < V; s++)
		for (int mu = 0; mu < 4; mu++)
			for (int nu = 0; nu < mu; nu++) {
				cplx q[N][N], gg[4][4];
				memset(q, 0, sizeof q);
				/* The four leaves: mu nu, nu -mu, -mu -nu, -nu mu. */
				for (int leaf = 0; leaf < 4; leaf++) {
					int d[2] = {leaf % 2 ? nu : mu, leaf % 2 ? mu : nu}, w[2], y = s;
					cplx m[N][N], t[N][N];
					w[0] = leaf < 2 ? 1 : -1;
					w[1] = leaf == 0 || leaf == 3 ? 1 : -1;
					memset(m, 0, sizeof m);
					for (int a = 0; a < N; a++) m[a][a] = number(1, 0);
					for (int k = 0; k < 4; k++) {
						const int dir = d[k % 2], way = k < 2 ? w[k % 2] : -w[k % 2], from = way > 0 ? y : neighbour(y, dir, -1);
						memset(t, 0, sizeof t);
						for (int a = 0; a < N; a++)
							for (int b = 0; b < N; b++)
								for (int c = 0; c < N; c++)
									t[a][b] = add(t[a][b], mul(m[a][c], link_of(dir, from, c, b, way < 0)));
						memcpy(m, t, sizeof m);
						y = neighbour(y, dir, way);
					}
					for (int a = 0; a < N; a++)
						for (int b = 0; b < N; b++) q[a][b] = add(q[a][b], m[a][b]);
				}
				product(gg, gamma_of[mu], gamma_of[nu]);
				/* kappa csw (i/2) 2 (i/2) 2 g_mu g_nu F = -kappa csw g_mu g_nu F */
				for (int i = 0; i < 4 * N; i++)
					for (int j = 0; j < 4 * N; j++) {
						const int a = i % N, b = j % N;
						const cplx f = number((q[a][b].re - q[b][a].re) / 8, (q[a][b].im + q[b][a].im) / 8);
						const cplx e = mul(gg[i / N][j / N], f);
						clover[s][i][j] = add(clover[s][i][j], number(-kappa * csw * e.re, -kappa * csw * e.im));
					}
			}
}

/* The numbers of A at site s: for each chirality the diagonal, then the elements below it by columns. */
static inline void pack_clover(double *to, cplx a[4 * N][4 * N])
{
	for (int b = 0; b < 2; b++) {
		cplx *row;
		for (int i = 0; i < 2 * N; i++) *to++ = a[2 * N * b + i][2 * N * b + i].re;
		for (int j = 0; j < 2 * N; j++)
			for (int i = j + 1; i < 2 * N; i++) {
				row = a[2 * N * b + i];
				*to++ = row[2 * N * b + j].re;
				*to++ = row[2 * N * b + j].im;
			}
	}
}

/* ---- links alone ---- */

static inline void matrix_product(cplx r[N][N], cplx a[N][N], cplx b[N][N])
{
	cplx t[N][N];
	memset(t, 0, sizeof t);
	for (int i = 0; i < N * N * N; i++) t[i / N / N][i % N] = add(t[i / N / N][i % N], mul(a[i / N / N][i / N % N], b[i / N % N][i % N]));
	memcpy(r, t, sizeof t);
}

/* m = the product of the links along n steps (0 to 3: X Y Z T, 7 to 4: back) from site s on. */
static inline void along(cplx m[N][N], int s, const int *path, int n)
{
	for (int i = 0; i < N * N; i++) m[i / N][i % N] = number(i % (N + 1) == 0, 0);
	for (int k = 0; k < n; k++) {
		const int back = path[k] > 3, d = back ? 7 - path[k] : path[k], from = back ? neighbour(s, d, -1) : s;
		cplx w[N][N];
		for (int i = 0; i < N * N; i++) w[i / N][i % N] = link_of(d, from, i / N, i % N, back);
		matrix_product(m, m, w);
		s = back ? from : neighbour(s, d, 1);
	}
}

/* f = (m - m^+) / 2 without its trace */
static inline void in_algebra(cplx f[N][N], cplx m[N][N])
{
	double trace = 0;
	for (int i = 0; i < N; i++) trace += m[i][i].im / (double)N;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) f[i][j] = number((m[i][j].re - m[j][i].re) / 2, (m[i][j].im + m[j][i].im) / 2 - (i == j ? trace : 0));
}

/* The six staples of the plaquettes of each link, and what else: paths from x + mu to x. */
enum { STAPLES = 6, PATHS = 7, LONGEST = 5 };
static int staple[4][PATHS][LONGEST], staple_length[PATHS] = {3, 3, 3, 3, 3, 3, 5};

static inline void make_staples(void)
{
	for (int mu = 0; mu < 4; mu++) {
		int k = 0;
		for (int nu = 0; nu < 4; nu++)
			for (int back = 0; back < 2 && nu != mu; back++, k++) {
				staple[mu][k][0] = back ? 7 - nu : nu;
				staple[mu][k][1] = 7 - mu;
				staple[mu][k][2] = 7 - staple[mu][k][0];
			}
		const int nu = (mu + 1) % 4, chair[LONGEST] = {nu, 7 - (mu + 2) % 4, 7 - mu, 7 - nu, (mu + 2) % 4};
		memcpy(staple[mu][STAPLES], chair, sizeof chair);
	}
}

/* f[mu][s] = sum_k c_k of U_mu(s) staple_k, in the algebra. */
static inline void naive_force(cplx (*f)[V][N][N], const double *c, int paths)
{
	for (int mu = 0; mu < 4; mu++)
		for (int s = 0; s < V; s++) {
			cplx sum[N][N], m[N][N];
			memset(sum, 0, sizeof sum);
			for (int k = 0; k < paths; k++) {
				int loop[LONGEST + 1] = {mu};
				memcpy(loop + 1, staple[mu][k], sizeof staple[mu][k]);
				along(m, s, loop, staple_length[k] + 1);
				for (int i = 0; i < N * N; i++) sum[i / N][i % N] = add(sum[i / N][i % N], mul(number(c[k], 0), m[i / N][i % N]));
			}
			in_algebra(f[mu][s], sum);
		}
}

/* U := exp(z) U, by its series. */
static inline void exponentiate(double *link, cplx z[N][N])
{
	cplx sum[N][N], term[N][N], v[N][N];
	for (int i = 0; i < N * N; i++) v[i / N][i % N] = number(link[2 * i], link[2 * i + 1]);
	memcpy(sum, v, sizeof v);
	memcpy(term, v, sizeof v);
	for (int n = 1; n < 25; n++) {
		matrix_product(term, z, term);
		for (int i = 0; i < N * N; i++) {
			term[i / N][i % N] = mul(term[i / N][i % N], number(1.0 / n, 0));
			sum[i / N][i % N] = add(sum[i / N][i % N], term[i / N][i % N]);
		}
	}
	for (int i = 0; i < N * N; i++) {
		link[2 * i] = sum[i / N][i % N].re;
		link[2 * i + 1] = sum[i / N][i % N].im;
	}
}

/* A step of the Wilson flow, in place: dV/dt = -(V staples in the algebra) V by Luescher's third-order scheme. */
static inline void naive_flow(double eps)
{
	static const double c[3][3] = {{1.0 / 4, 0, 0}, {-17.0 / 36, 8.0 / 9, 0}, {17.0 / 36, -8.0 / 9, 3.0 / 4}}, one[STAPLES] = {1, 1, 1, 1, 1, 1};
	static cplx z[3][4][V][N][N];
	for (int stage = 0; stage < 3; stage++) {
		naive_force(z[stage], one, STAPLES);
		for (int n = 0; n < 4 * V; n++) {
			cplx w[N][N];
			memset(w, 0, sizeof w);
			for (int i = 0; i < N * N * (stage + 1); i++) {
				const int k = i / N / N, a = i / N % N, b = i % N;
				w[a][b] = add(w[a][b], mul(number(-eps * c[stage][k], 0), z[k][n / V][n % V][a][b]));
			}
			exponentiate(u[n / V][n % V], w);
		}
	}
}

static inline void naive_plaquettes(double p[3])
{
	p[1] = p[2] = 0;
	for (int s = 0; s < V; s++)
		for (int mu = 0; mu < 4; mu++)
			for (int nu = 0; nu < mu; nu++) {
				const int loop[4] = {mu, nu, 7 - mu, 7 - nu};
				cplx m[N][N];
				along(m, s, loop, 4);
				for (int i = 0; i < N; i++) p[mu == 3 ? 2 : 1] += m[i][i].re / (double)(3 * N * V);
			}
	p[0] = (p[1] + p[2]) / 2;
}

#endif
