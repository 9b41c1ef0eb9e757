/* Files of openQCD with boundary values: written here byte by byte after its documentation, read and written by the library. */
#include "../support/tap.h"

#include <stdlib.h>
#include <unistd.h>

#include "../support/support.h"
#include "gauge.h"

enum { N0 = 4, N1 = 2, N2 = 6, N3 = 4, VOLUME = N0 * N1 * N2 * N3, BYTES = 24 + VOLUME / 2 * 8 * 144 };
static const double phi[2][3] = {{-0.5236, 0.2, 0.3236}, {-2.618, 1.0472, 1.5708}};
/* Links of the time slices 0 .. N0 as openQCD counts: U_mu(x0, x1, x2, x3); the last one has boundary values alone. */
static lqcd_su3_d links[N0 + 1][N1][N2][N3][4];
static unsigned char bytes[BYTES + 1], again[BYTES + 1];
static const int extents[4] = {N0, N1, N2, N3};

static void set_value(lqcd_su3_d *u, int end, int mu)
{
	lqcd_su3_zero_d(u);
	for (int c = 0; c < 3; c++) {
		u->e[c][c].re = cos(phi[end][c] / extents[mu]);
		u->e[c][c].im = sin(phi[end][c] / extents[mu]);
	}
}

/* Random links; boundary values at time N0, and at time 0 but for the kind that is open there. */
static void make_links(int open)
{
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	const int extent[4] = {N0 + 2, N1, N2, N3};
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_gauge_field_create_d(&u, &lat, LQCD_FULL));
	lqcd_gauge_field_random_d(&u, tap_random_u64(), 0);
	for (int n = 0; n < (N0 + 1) * N1 * N2 * N3 * 4; n++) {
		const int mu = n % 4, x[4] = {n / (4 * N3 * N2 * N1), n / (4 * N3 * N2) % N1, n / (4 * N3) % N2, n / 4 % N3};
		lqcd_su3_d *to = &links[x[0]][x[1]][x[2]][x[3]][mu];
		*to = *LQCD_4FIELD_AT(&u, lqcd_geometry_index(u.type, x, NULL), mu);
		if (x[0] == N0 && mu == 0) lqcd_su3_zero_d(to);
		if (x[0] == N0 && mu > 0) set_value(to, 1, mu);
		if (x[0] == 0 && mu > 0 && !open) set_value(to, 0, mu);
	}
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);
}

static const lqcd_su3_d *link_at(const int x[4], int mu)
{
	return &links[x[0]][x[1]][x[2]][x[3]][mu];
}

/* x + mu; time does not wrap. */
static void step(int to[4], const int x[4], int mu)
{
	memcpy(to, x, 4 * sizeof *to);
	to[mu]++;
	if (mu) to[mu] %= extents[mu];
}

/* The sum over all plaquettes of Re tr, also those in space at time N0. */
static double plaquettes(void)
{
	double sum = 0;
	for (int n = 0; n < (N0 + 1) * N1 * N2 * N3; n++) {
		const int x[4] = {n / (N3 * N2 * N1), n / (N3 * N2) % N1, n / N3 % N2, n % N3};
		for (int mu = x[0] == N0 ? 1 : 0; mu < 3; mu++)
			for (int nu = mu + 1; nu < 4; nu++) {
				int right[4], up[4];
				lqcd_su3_d a, b;
				step(right, x, mu);
				step(up, x, nu);
				lqcd_su3_mul_d(&a, link_at(x, mu), link_at(right, nu));
				lqcd_su3_mul_d(&b, link_at(x, nu), link_at(up, mu));
				sum += lqcd_su3_retrace_mul_dagger_d(&a, &b);
			}
	}
	return sum;
}

/* The file: the links of odd points in directions +0, -0, .. -3. */
static void make_file(double sum)
{
	unsigned char *p = bytes + 24;
	for (int mu = 0; mu < 4; mu++) lqcd_store_u32(bytes + 4 * mu, (uint32_t)extents[mu], LQCD_BYTES_LITTLE);
	lqcd_store_f64(bytes + 16, sum / (6 * VOLUME), LQCD_BYTES_LITTLE);
	for (int n = 0; n < VOLUME; n++) {
		const int x[4] = {n / (N3 * N2 * N1), n / (N3 * N2) % N1, n / N3 % N2, n % N3};
		if ((x[0] + x[1] + x[2] + x[3]) % 2 == 0) continue;
		for (int k = 0; k < 8; k++, p += 144) {
			int y[4] = {x[0], x[1], x[2], x[3]};
			if (k % 2) y[k / 2] = (y[k / 2] + extents[k / 2] - 1) % extents[k / 2];
			for (int i = 0; i < 18; i++)
				lqcd_store_f64(p + 8 * i, (&link_at(y, k / 2)->e[0][0].re)[i], LQCD_BYTES_LITTLE);
		}
	}
}

static size_t read_again(void)
{
	FILE *f = fopen(file, "rb");
	const size_t n = f ? fread(again, 1, sizeof again, f) : 0;
	if (f) fclose(f);
	return n;
}

static lqcd_boundary ends(int open)
{
	lqcd_boundary b = lqcd_boundary_make(open ? LQCD_BOUNDARY_OPEN_SF : LQCD_BOUNDARY_SF);
	memcpy(b.phi[0], phi[0], sizeof phi[0]);
	memcpy(b.phi[1], phi[1], sizeof phi[1]);
	return b;
}

/* The number of reals of u that are not those of links[], with zeros beyond. */
static int different(const lqcd_gauge_field_d *u)
{
	const lqcd_geometry *g = u->type;
	int count = 0;
	for (int ix = 0; ix < g->sub[0] * g->sub[1] * g->sub[2] * g->sub[3]; ix++) {
		int x[4];
		lqcd_geometry_coords(g, ix, 0, x);
		for (int mu = 0; mu < 4; mu++)
			for (int i = 0; i < 18; i++) {
				const double want = x[0] > N0 ? 0 : (&link_at(x, mu)->e[0][0].re)[i];
				count += !((&LQCD_4FIELD_AT(u, ix, mu)->e[0][0].re)[i] == want);
			}
	}
	return count;
}

static void check_kind(int open, int slices)
{
	const char *kind = open ? "open-SF" : "Schroedinger functional";
	const int extent[4] = {slices, N1, N2, N3};
	lqcd_boundary b = ends(open);
	lqcd_gauge_options options;
	lqcd_lattice lat;
	lqcd_gauge_field_d u;
	memset(&options, 0, sizeof options);
	make_links(open);
	make_file(plaquettes());
	save(file, bytes, BYTES);
	b.last = N0;
	must(lqcd_lattice_create(&lat, extent, NULL, NULL));
	must(lqcd_lattice_set_boundary(&lat, &b));
	must(lqcd_gauge_field_create_d(&u, &lat, LQCD_FULL));
	memset(u.ptr, 0xff, (size_t)(slices * N1 * N2 * N3 * 4) * sizeof(lqcd_su3_d));
	lqcd_status s = lqcd_gauge_read(file, &u, NULL, &info, &why);
	tap_ok(s == LQCD_OK && !different(&u) && (info.checks & LQCD_GAUGE_PLAQUETTE) && !strcmp(info.boundary, kind) &&
		       info.links.extent[0] == N0,
	       "%s, %d time slices: the links of a file with %d %s", kind, slices, N0, why.text);
	unlink(file);
	s = lqcd_gauge_write(file, "openQCD", &u, NULL, &why);
	size_t n = read_again();
	const double p = lqcd_load_f64(again + 16, LQCD_BYTES_LITTLE), want = plaquettes() / (6 * VOLUME);
	tap_ok(s == LQCD_OK && n == BYTES && !memcmp(again, bytes, 16) && !memcmp(again + 24, bytes + 24, BYTES - 24) &&
		       fabs(p - want) < 4e-15,
	       "%s: the same file is written, off by %.1g %s", kind, fabs(p - want), why.text);
	/* A link with another value, at both ends. */
	const int at[4] = {open ? N0 : 0, 1, 2, 3};
	lqcd_su3_d *wrong = LQCD_4FIELD_AT(&u, lqcd_geometry_index(u.type, at, NULL), 2), right = *wrong;
	lqcd_su3_scale_d(wrong, -1, wrong);
	tap_ok(lqcd_gauge_write(file, "openQCD", &u, NULL, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, file) &&
		       read_again() == BYTES,
	       "%s: other links at the ends are not written: %s", kind, why.text);
	*wrong = right;
	options.boundary = &b;
	tap_ok(lqcd_gauge_read(file, &u, &options, &info, &why) == LQCD_ERR_ARGUMENT && strstr(why.text, "lqcd_gauge_load"),
	       "a field that is there has its lattice: %s", why.text);
	lqcd_gauge_field_destroy_d(&u);
	lqcd_lattice_destroy(&lat);

	for (int last = 0; last <= N0; last += N0) {
		b.last = last;
		s = lqcd_gauge_load(file, &lat, NULL, &u, &options, &info, &why);
		tap_ok(s == LQCD_OK && lat.extent[0] == N0 + 2 && lat.boundary.last == N0 && !different(&u),
		       "%s: a lattice for the file %s", kind, why.text);
		lqcd_gauge_field_destroy_d(&u);
		lqcd_lattice_destroy(&lat);
	}
	/* Other angles: seen in the links of time slice 0, or in the plaquettes at time N0. */
	b.phi[open][0] += 1e-3;
	b.phi[open][1] -= 1e-3;
	s = lqcd_gauge_load(file, &lat, NULL, &u, &options, &info, &why);
	tap_ok(s == (open ? LQCD_ERR_PLAQUETTE : LQCD_ERR_ARGUMENT), "%s with other angles: %s", kind, why.text);
	s = lqcd_gauge_load(file, &lat, NULL, &u, NULL, &info, &why);
	tap_ok(s == LQCD_ERR_PLAQUETTE && strstr(why.text, "boundary values"), "%s on a periodic lattice: %s", kind,
	       why.text);
	b.phi[0][0] += 1;
	s = lqcd_gauge_load(file, &lat, NULL, &u, &options, &info, &why);
	tap_ok(s == LQCD_ERR_ARGUMENT && strstr(why.text, "angles") && strstr(why.text, file), "%s: %s", kind, why.text);
	/* A wrong number in the header. */
	b = ends(open);
	make_file(plaquettes() + 1e-9);
	save(file, bytes, BYTES);
	tap_ok(lqcd_gauge_load(file, &lat, NULL, &u, &options, &info, &why) == LQCD_ERR_PLAQUETTE,
	       "%s: another plaquette in the header: %s", kind, why.text);
}

static void test_gauge_ends(void)
{
	const char *tmp = getenv("TMPDIR");
	if (LQCD_NC != 3) {
		tap_skip("files of openQCD: not 3 colours");
		return;
	}
	snprintf(file, sizeof file, "%s/lqcd_gauge_ends.%ld", tmp ? tmp : "/tmp", (long)getpid());
	check_kind(0, N0 + 2);
	check_kind(1, N0 + 2);
	check_kind(0, N0 + 6);
	remove(file);
}
