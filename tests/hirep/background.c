/* tests/hirep/background.c: a background field: plaquettes of all planes at all sites, and diquarks in it against mesons on links
 * with phases made here. */
#include "libhr.h"
#include "check.h"

static double mass = 0.3;

/* The same noise for each measurement: every slice is drawn once. */
static data_storage_array *measured(int background, int n, const int *state)
{
	data_storage_array *ret = NULL;
	rlxd_reset((int *)state);
	if (background)
		measure_diquark_semwall_background(1, &mass, GLB_T, 0, 1e-26, 0.7, n, STORE, &ret);
	else
		measure_spectrum_semwall(1, &mass, GLB_T, 0, 1e-26, STORE, &ret);
	return ret;
}

/* |a - b|/|b| of all channels and times */
static double apart(data_storage_array *a, data_storage_array *b)
{
	double off = 0, size = 0;
	for (int channel = 0; channel < 16; channel++)
		for (int t = 0; t < GLB_T; t++)
			for (int im = 0; im < 2; im++) {
				int at[4] = {0, channel, t, im};
				const double x = *data_storage_element(a, 0, at), y = *data_storage_element(b, 0, at);
				off += (x - y) * (x - y);
				size += y * y;
			}
	return sqrt(off / size);
}

static void check_plaquettes(int n)
{
	const double e = 2 * M_PI * n / ((double)GLB_T * GLB_Z);
	double worst = 0, changed = 0;
	suNg_field *old = alloc_suNg_field(&glattice);
	hr_complex *before = calloc(6 * (size_t)glattice.gsize_gauge, sizeof *before);
	suNg_field_copy(old, u_gauge);
	for (int pass = 0; pass < 2; pass++) {
		_MASTER_FOR(&glattice, ix) {
			int k = 0;
			for (int mu = 0; mu < 4; mu++)
				for (int nu = 0; nu < mu; nu++, k++) {
					hr_complex z, *was = &before[6 * (size_t)ix + (size_t)k];
					cplaq(&z, (int)ix, mu, nu);
					if (!pass) {
						*was = z;
						continue;
					}
					changed = fmax(changed, cabs(z - *was));
					if (mu == 3 && nu == 0) *was *= cexp(I * e);
					worst = fmax(worst, cabs(z - *was));
				}
		}
		if (!pass) apply_background_field_zdir(u_gauge, -0.3, n);
	}
	global_max(&worst, 1);
	global_max(&changed, 1);
	check(worst < 1e-13 && changed > 0.1, "plaquettes, n = %d: off by %.1e, changed by %.1f", n, worst, changed);
	suNg_field_copy(u_gauge, old);
	represent_gauge_field();
	free_suNg_field(old);
	free(before);
}

/* The phases of E = 2 pi n/(T Z), site by site in other loops. */
static void phases(int n)
{
	for (int t = 0; t < T; t++)
		for (int x = 0; x < X; x++)
			for (int y = 0; y < Y; y++)
				for (int z = 0; z < Z; z++) {
					const double e = 2 * M_PI * n / ((double)GLB_T * GLB_Z);
					const int ix = ipt(t, x, y, z), at = t + zerocoord[0];
					suNg u = *pu_gauge(ix, 3), v = *pu_gauge(ix, 0);
					_suNg_mulc(*pu_gauge(ix, 3), cexp(-I * e * at), u);
					if (at == GLB_T - 1)
						_suNg_mulc(*pu_gauge(ix, 0), cexp(I * e * GLB_T * (z + zerocoord[3])),
							   v);
				}
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_random_gauge_fields();
	logger_disable();
	check_plaquettes(1);
	check_plaquettes(-3);
	init_meson_correlators(0);
	int *state = calloc((size_t)rlxd_size(), sizeof *state);
	rlxd_get(state);
	suNg_field *old = alloc_suNg_field(&glattice);
	suNg_field_copy(old, u_gauge);
	data_storage_array *none = measured(0, 0, state), *zero = measured(1, 0, state), *in = measured(1, 2, state);
	sub_assign_suNg_field(old, u_gauge);
	check(!(sqnorm_suNg_field(old) > 0), "the links are as before");
	check(apart(zero, none) < 1e-11, "diquarks without a field: apart %.1e", apart(zero, none));
	phases(2);
	data_storage_array *with = measured(0, 0, state);
	check(apart(in, with) < 1e-11 && apart(in, none) > 1e-3, "in a field: apart %.1e, without %.1e",
	      apart(in, with), apart(in, none));
	free_data_storage(none);
	free_data_storage(zero);
	free_data_storage(in);
	free_data_storage(with);
	free_meson_observables();
	free_suNg_field(old);
	free(state);
	finalize_process();
	return done();
}
