/* examples/embed/ranks.c: an MPI code with ranks of its own solves D x = b by lqcd, on its own arrays: each rank has a part of
 * the time slices, with one more at both ends, which its own loops fill by messages; X fastest; D = 4 + m + ..
 *   mpicc -O2 -march=native -I. examples/embed/ranks.c -lm; mpirun -n 2 ./a.out */
#define LQCD_MPI
#include <complex.h>
#include <math.h>
#include "lqcd/foreign/codes.h"
enum { T = 8, L = 4, SLICE = L * L * L };
typedef struct { double complex c[3][3]; } matrix;
typedef struct { double complex s[4][3]; } spinor;
static int rank, ranks, slices; /* time slices 0 .. slices + 1; those of this rank: 1 .. slices */
static matrix u[(T + 2) * SLICE][4];
static spinor source[(T + 2) * SLICE], solution[(T + 2) * SLICE];
static const int spin[4][4] = {{2, 3, 0, 1}, {3, 2, 1, 0}, {3, 2, 1, 0}, {2, 3, 0, 1}};
static const double complex phase[4][4] = {{-1, -1, -1, -1}, {-I, -I, I, I}, {-1, 1, 1, -1}, {-I, I, I, -I}};

static void exchange(char *p, size_t slice) /* slice bytes: the margins from the neighbours */
{
	const int up = (rank + 1) % ranks, down = (rank + ranks - 1) % ranks;
	MPI_Sendrecv(p + slice, (int)slice, MPI_BYTE, down, 0, p + slice * (size_t)(slices + 1), (int)slice, MPI_BYTE, up, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(p + slice * (size_t)slices, (int)slice, MPI_BYTE, up, 1, p, (int)slice, MPI_BYTE, down, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static int neighbour(int i, int mu, int step) /* T, then Z, Y, X fastest */
{
	const int stride = mu == 0 ? SLICE : mu == 3 ? L * L : mu == 2 ? L : 1, x = i / stride % L;
	return mu ? i + ((x + step + L) % L - x) * stride : i + step * stride;
}

static void setup(void)
{
	for (int k = 0; k < 4 * slices * SLICE; k++) {
		const int n = k + 4 * rank * slices * SLICE, mu = k % 4, a = n % 3, b = (a + 1) % 3, c = (a + 2) % 3;
		matrix *v = &u[SLICE + k / 4][mu];
		v->c[a][a] = cos(sin(7.0 * n)) * cexp(I * n), v->c[a][b] = sin(sin(7.0 * n));
		v->c[b][a] = -v->c[a][b], v->c[b][b] = conj(v->c[a][a]), v->c[c][c] = 1;
		for (int s = 0; s < 3; s++) source[SLICE + k / 4].s[mu][s] = sin(n + 13.0 * s) + I * cos(2.0 * n - s);
	}
}

static double complex Dirac(double m, int i, int s, int c) /* one number of D x */
{
	double complex r = (4 + m) * solution[i].s[s][c];
	for (int n = 0; n < 24; n++) {
		const int mu = n / 6, step = n / 3 % 2 ? 1 : -1, d = n % 3, y = neighbour(i, mu, step);
		const double complex w = step > 0 ? u[i][mu].c[c][d] : conj(u[y][mu].c[d][c]);
		r -= 0.5 * w * (solution[y].s[s][d] - step * phase[mu][s] * solution[y].s[spin[mu][s]][d]);
	}
	return r;
}

int main(int argc, char **argv)
{
	const int extent[4] = {T, L, L, L};
	double sum[2] = {0, 0}, all[2];
	lqcd_message why;
	lqcd_lattice lat;
	lqcd_inverter inv;
	const lqcd_solve_params p = lqcd_solve_params_default();
	lqcd_lattice_options o = lqcd_lattice_options_default();
	MPI_Init(&argc, &argv), MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	const lqcd_comm world = lqcd_comm_world(MPI_COMM_WORLD);
	slices = T / ranks, o.comm = &world, o.grid[0] = ranks, setup(); /* ranks in the order of T */
	if (lqcd_lattice_create(&lat, extent, &o, &why)) return fprintf(stderr, "%s\n", why.text), MPI_Abort(MPI_COMM_WORLD, 1);
	lqcd_foreign U = lqcd_foreign_make(LQCD_FOREIGN_LINKS, u), B = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, source), X;
	for (int k = 1; k < 4; k++) U.order[k] = B.order[k] = 4 - k; /* T slowest, then Z, Y, X */
	U.box[0] = B.box[0] = slices + 2, U.first[0] = B.first[0] = 1, X = B, X.data = solution;
	const lqcd_status s = lqcd_foreign_inverter(&inv, &U, &lat, 0.3, LQCD_PERIODIC, LQCD_BICGSTAB, LQCD_FLOAT);
	if (s) return fprintf(stderr, "%s\n", lqcd_lattice_why(&lat, s).text), MPI_Abort(MPI_COMM_WORLD, 1);
	const lqcd_solve_result r = lqcd_foreign_solve(&inv, &X, &B, &p);
	exchange((char *)u, sizeof *u * SLICE), exchange((char *)solution, sizeof *solution * SLICE);
	for (int k = 12 * SLICE; k < 12 * (slices + 1) * SLICE; k++) {
		const double complex b = source[k / 12].s[k / 3 % 4][k % 3];
		sum[0] += pow(cabs(b - Dirac(0.3, k / 12, k / 3 % 4, k % 3)), 2), sum[1] += pow(cabs(b), 2);
	}
	MPI_Allreduce(sum, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	if (rank == 0) printf("%s: %d iterations, |b - D x| / |b| = %.3g\n", lqcd_lattice_why(&lat, r.status).text, r.iterations, sqrt(all[0] / all[1]));
	lqcd_inverter_destroy(&inv), lqcd_lattice_destroy(&lat);
	return MPI_Finalize(), r.status != LQCD_OK;
}
