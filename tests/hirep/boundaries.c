/* tests/hirep/boundaries.c: with antiperiodic boundaries files have the links without their signs. "boundaries -i input
 * FILE". Any NG. */
#include "global.h"
#include "io.h"
#include "linear_algebra.h"
#include "memory.h"
#include "dirac.h"
#include "observables.h"
#include "random.h"
#include "setup.h"
#include "suN.h"
#include "update.h"
#include "check.h"

/* Sum of the real parts of the diagonals of the links in the file. */
static double file_trace(const char *path)
{
	const int bytes = 8 * (NG == 2 ? 4 : 2 * NG * NG);
	unsigned char p[16 * NG * NG];
	double sum = 0;
	FILE *f = fopen(path, "rb");
	if (!f || fread(p, 28, 1, f) != 1) return NAN;
	while (fread(p, (size_t)bytes, 1, f) == 1)
		for (int i = 0; i < (NG == 2 ? 1 : NG); i++) {
			const unsigned char *at = p + 16 * i * (NG + 1);
			uint64_t bits = 0;
			double x;
			for (int k = 0; k < 8; k++) bits = bits << 8 | at[k];
			memcpy(&x, &bits, sizeof x);
			sum += NG == 2 ? 2 * x : x;
		}
	fclose(f);
	return sum;
}

/* |D 1|^2 at mass 0: a periodic one gives 0. */
static double of_constant(void)
{
	spinor_field *s = alloc_spinor_field(2, &glattice);
	_MASTER_FOR(&glattice, ix)
		for (int k = 0; k < 4 * NF; k++) _FIELD_AT(&s[0], ix)->c[k / NF].c[k % NF] = 1;
	Dphi(0, &s[1], &s[0]);
	const double norm = sqnorm_spinor_field(&s[1]);
	free_spinor_field(s);
	return norm;
}

#ifdef DPHI_FLT
/* The same in single precision. */
static double of_constant_flt(void)
{
	spinor_field *s = alloc_spinor_field(1, &glattice);
	spinor_field_flt *f = alloc_spinor_field_flt(2, &glattice);
	_MASTER_FOR(&glattice, ix)
		for (int k = 0; k < 4 * NF; k++) _FIELD_AT(s, ix)->c[k / NF].c[k % NF] = 1;
	assign_sd2s(&f[0], s);
	Dphi_flt(0, &f[1], &f[0]);
	const double norm = sqnorm_spinor_field_flt(&f[1]);
	free_spinor_field(s);
	free_spinor_field_flt(f);
	return norm;
}
#endif

static void same_as(suNg_field *keep, const char *what)
{
	suNg_field *d = alloc_suNg_field(&glattice);
	sub_suNg_field(d, u_gauge, keep);
	check(!(sqnorm_suNg_field(d) > 0), "%s", what);
	free_suNg_field(d);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_gauge_fields();
	char *path = argv[argc - 1];
#ifdef DPHI_FLT
	close_to(of_constant_flt(), 0, 1e-6, "unit links in single precision from the beginning");
#endif
	const double diagonal = 4.0 * NG * (double)GLB_VOLUME, expected = 16.0 * NG * (double)GLB_VOL3;
	suNg_field *keep = alloc_suNg_field(&glattice);

	unit_u(u_gauge);
	represent_gauge_field();
	apply_BCs_on_represented_gauge_field();
	copy_suNg_field(keep, u_gauge);
	close_to(of_constant(), expected, 1e-12, "|D 1|^2 with antiperiodic links");
#ifdef DPHI_FLT
	represent_gauge_field();
	close_to(of_constant_flt(), expected, 1e-6, "represent_gauge_field makes them anew");
#endif
	write_gauge_field(path);
	same_as(keep, "writing leaves the links as they were");
	close_to(file_trace(path), diagonal, 1e-14, "a file has periodic links");
	random_u(u_gauge);
	read_gauge_field(path);
	same_as(keep, "read_gauge_field puts the signs on");
	close_to(of_constant(), expected, 1e-12, "|D 1|^2 after read_gauge_field");
	if (NG != 2) {
		read_gauge_field_matrix(path);
		close_to(of_constant(), 0, 1e-12, "|D 1|^2 after read_gauge_field_matrix, without signs");
	}

	random_u(u_gauge);
	represent_gauge_field();
	copy_suNg_field(keep, u_gauge);
	const double plaquette = avr_plaquette();
	write_gauge_field_matrix(path);
	same_as(keep, "writing leaves links without signs as they were");
	unit_u(u_gauge);
	read_gauge_field(path);
	same_as(keep, "and reading gives them back");
	unit_u(u_gauge);
	read_gauge_field_matrix(path);
	apply_BCs_on_represented_gauge_field();
	same_as(keep, "read_gauge_field_matrix leaves those of the file");
	close_to(avr_plaquette(), plaquette, 1e-14, "the plaquette does not see signs");
	free_suNg_field(keep);
	finalize_process();
	return done();
}
