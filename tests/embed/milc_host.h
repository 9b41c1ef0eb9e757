/* tests/embed/milc_host.h: a host code of MILC's kind: an array of sites, the even ones first; directions X Y Z T; the
 * boundary in the links; M = 1 - kappa dslash, where
 *   dslash psi(x) = sum_mu (1 + G_mu) U_mu(x) psi(x+mu) + (1 - G_mu) U_mu(x-mu)^+ psi(x-mu). */
#include <complex.h>
#include <math.h>

enum { NX = 4, NY = 6, NZ = 4, NT = 8, VOLUME = NX * NY * NZ * NT };
enum { XUP, YUP, ZUP, TUP };

typedef struct {
	double complex e[3][3];
} su3_matrix;
typedef struct {
	double complex c[3];
} su3_vector;
typedef struct {
	su3_vector d[4];
} wilson_vector;
typedef struct {
	int x[4];
	su3_matrix link[4];
} site;

static site lattice[VOLUME];
static const int size[4] = {NX, NY, NZ, NT};

static int node_index(const int x[4])
{
	return (x[0] + NX * (x[1] + NY * (x[2] + NZ * x[3])) + VOLUME * ((x[0] + x[1] + x[2] + x[3]) % 2)) / 2;
}

static int neighbour(int i, int mu, int step)
{
	int x[4] = {lattice[i].x[0], lattice[i].x[1], lattice[i].x[2], lattice[i].x[3]};
	x[mu] = (x[mu] + step + size[mu]) % size[mu];
	return node_index(x);
}

/* Links in SU(3): two rows made orthonormal, and the cross product of their conjugates; antiperiodic in T. */
static void setup(wilson_vector *psi)
{
	for (int n = 0; n < VOLUME; n++) {
		const int x[4] = {n % NX, n / NX % NY, n / NX / NY % NZ, n / NX / NY / NZ}, i = node_index(x);
		for (int mu = 0; mu < 4; mu++) {
			double complex(*e)[3] = lattice[i].link[mu].e, dot = 0;
			const double boundary = mu == TUP && x[TUP] == NT - 1 ? -1 : 1;
			lattice[i].x[mu] = x[mu];
			for (int k = 0; k < 6; k++)
				e[k / 3][k % 3] = (k % 4 == 0) + 0.6 * sin(7.0 * n + k * k + 2 * mu) + 0.6 * I * cos(5.0 * n * k + mu);
			for (int row = 0; row < 2; row++) {
				double norm = 0;
				for (int c = 0; c < 3 && row; c++) dot += conj(e[0][c]) * e[1][c];
				for (int c = 0; c < 3 && row; c++) e[1][c] -= dot * e[0][c];
				for (int c = 0; c < 3; c++) norm += creal(e[row][c] * conj(e[row][c]));
				for (int c = 0; c < 3; c++) e[row][c] /= sqrt(norm);
			}
			for (int c = 0; c < 3; c++)
				e[2][c] = conj(e[0][(c + 1) % 3] * e[1][(c + 2) % 3] - e[0][(c + 2) % 3] * e[1][(c + 1) % 3]);
			for (int k = 0; k < 9; k++) e[k / 3][k % 3] *= boundary;
		}
		for (int k = 0; k < 12; k++) psi[i].d[k / 3].c[k % 3] = sin(3.0 * n + k) + I * cos(2.0 * n * k);
	}
}

/* The gamma matrices: row s of G_mu has one number, in this column. */
static const int column[4][4] = {{3, 2, 1, 0}, {3, 2, 1, 0}, {2, 3, 0, 1}, {2, 3, 0, 1}};
static const double complex G[4][4] = {{I, I, -I, -I}, {-1, 1, 1, -1}, {I, -I, -I, I}, {1, 1, 1, 1}};

static void dslash(const wilson_vector *in, wilson_vector *out)
{
	for (int n = 0; n < 12 * VOLUME; n++) {
		const int i = n / 12, s = n / 3 % 4, c = n % 3;
		double complex sum = 0;
		for (int k = 0; k < 24; k++) {
			const int mu = k / 6, way = k % 2 ? 1 : -1, b = k / 2 % 3, j = neighbour(i, mu, way);
			const double complex u = way > 0 ? lattice[i].link[mu].e[c][b] : conj(lattice[j].link[mu].e[b][c]);
			sum += u * (in[j].d[s].c[b] + way * G[mu][s] * in[j].d[column[mu][s]].c[b]);
		}
		out[i].d[s].c[c] = sum;
	}
}
