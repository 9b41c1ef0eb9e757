// examples/embed/vector.cpp: a C++ code with std::vector<std::complex<double>> solves D x = b by lqcd, on its own vectors:
// T fastest, a matrix of each direction after the other, spinors [colour][spin] in the Dirac-Pauli basis, links
// antiperiodic in the operator alone. Prints |b - D x| / |b|, by the host's own loops.
#include <complex>
#include <vector>
#include "lqcd/foreign/codes.h"
using number = std::complex<double>;
using field = std::vector<number>;
static const number I(0, 1);
struct grid {
	int size[4]; // T X Y Z
	int volume() const { return size[0] * size[1] * size[2] * size[3]; }
	int stride(int mu) const { return mu == 0 ? 1 : mu == 3 ? size[0] : size[mu + 1] * stride(mu + 1); } // X slowest, then Y, Z, T
	int coordinate(int n, int mu) const { return n / stride(mu) % size[mu]; }
	int next(int n, int mu, int step) const
	{
		const int x = coordinate(n, mu);
		return n + ((x + step + size[mu]) % size[mu] - x) * stride(mu);
	}
};

// g_t = diag(1, 1, -1, -1); g_k = -i s_k above, i s_k below the diagonal: row s has one element, at column partner(mu, s)
static int partner(int mu, int s) { return mu == 0 ? s : (s + 2) % 4 ^ (mu < 3); }
static number gamma(int mu, int s)
{
	static const number sigma[3][2] = {{1, 1}, {-I, I}, {1, -1}};
	return mu == 0 ? number(s < 2 ? 1 : -1) : (s < 2 ? -I : I) * sigma[mu - 1][s % 2];
}

static field apply(const grid &g, const field &u, const field &psi, double mass)
{
	field r(psi.size());
	for (int n = 0; n < g.volume(); n++)
		for (int k = 0; k < 12; k++) { // colour k / 4, spin k % 4
			number sum = (4 + mass) * psi[12 * n + k];
			for (int h = 0; h < 8; h++) {
				const int mu = h / 2, step = h % 2 ? 1 : -1, to = g.next(n, mu, step), end = step > 0 ? g.size[0] - 1 : 0;
				const double sign = mu == 0 && g.coordinate(n, 0) == end ? -1 : 1;
				const int spin = partner(mu, k % 4);
				for (int d = 0; d < 3; d++) {
					const number w = step > 0 ? u[9 * (g.volume() * mu + n) + k / 4 * 3 + d] : std::conj(u[9 * (g.volume() * mu + to) + d * 3 + k / 4]);
					sum -= 0.5 * sign * w * (psi[12 * to + 4 * d + k % 4] - double(step) * gamma(mu, k % 4) * psi[12 * to + 4 * d + spin]);
				}
			}
			r[12 * n + k] = sum;
		}
	return r;
}

int main()
{
	const grid g = {{8, 4, 4, 6}};
	field u(36 * g.volume()), b(12 * g.volume()), x(b.size());
	for (int n = 0; n < 4 * g.volume(); n++) {
		const int i = n % 3, j = (i + 1) % 3, k = (i + 2) % 3;
		const double a = std::sin(7.0 * n), f = std::cos(5.0 * n);
		number *m = &u[9 * n];
		m[4 * i] = std::cos(a) * std::exp(I * f), m[3 * i + j] = std::sin(a), m[3 * j + i] = -std::sin(a), m[4 * j] = std::conj(m[4 * i]), m[4 * k] = 1;
	}
	for (size_t k = 0; k < b.size(); k++) b[k] = number(std::sin(13.0 * double(k)), std::cos(2.0 * double(k)));
	lqcd_inverter inv;
	lqcd_lattice lat;
	lqcd_message why;
	if (lqcd_lattice_create(&lat, g.size, nullptr, &why)) return std::fprintf(stderr, "%s\n", why.text), 1;
	lqcd_foreign U = lqcd_foreign_make(LQCD_FOREIGN_LINKS, u.data()), B = lqcd_foreign_make(LQCD_FOREIGN_SPINORS, b.data()), X;
	for (int k = 0; k < 4; k++) U.order[k] = B.order[k] = (k + 1) % 4; // the slowest to the fastest: X Y Z T
	U.site = 18, U.direction = 18 * g.volume(), B.spin = 2, B.column = 8;
	lqcd_foreign_set_basis(&B, LQCD_BASIS_DIRAC_PAULI);
	X = B, X.data = x.data();
	const lqcd_status s = lqcd_foreign_inverter(&inv, &U, &lat, 0.3, LQCD_ANTIPERIODIC, LQCD_BICGSTAB, LQCD_FLOAT);
	if (s) return std::fprintf(stderr, "%s\n", lqcd_lattice_why(&lat, s).text), 1;
	const lqcd_solve_params p = lqcd_solve_params_default();
	const lqcd_solve_result r = lqcd_foreign_solve(&inv, &X, &B, &p);
	const field y = apply(g, u, x, 0.3);
	double rest = 0, norm = 0;
	for (size_t k = 0; k < b.size(); k++) rest += std::norm(b[k] - y[k]), norm += std::norm(b[k]);
	std::printf("%s: %d iterations, |b - D x| / |b| = %.3g\n", lqcd_lattice_why(&lat, r.status).text, r.iterations, std::sqrt(rest / norm));
	lqcd_inverter_destroy(&inv), lqcd_lattice_destroy(&lat);
	return r.status != LQCD_OK;
}
