/* Zero links in files of HiRep and openQCD: open boundaries in time, HiRep's Schroedinger functional, and zeros that are neither. */
#include "gauge.h"

#include "../support/support.h"

static void set_zero(lqcd_gauge_field_d *u, int t, int first, int last)
{
	int x[4] = {t, 0, 0, 0};
	for (x[1] = 0; x[1] < shape[1]; x[1]++)
		for (x[2] = 0; x[2] < shape[2]; x[2]++)
			for (x[3] = 0; x[3] < shape[3]; x[3]++)
				for (int mu = first; mu <= last; mu++)
					lqcd_su3_zero_d(LQCD_4FIELD_AT(u, lqcd_geometry_index(u->type, x, NULL), mu));
}

/* Re tr of the plaquettes in planes of space on the first and last time slices; or of those that count with the
 * Schroedinger functional. */
static double counted_plaquettes(const lqcd_gauge_field_d *u, int schroedinger)
{
	const int last = shape[0] - 1;
	double sum = 0;
	LQCD_MASTER_FOR_SUM(u->type, ix, sum) {
		int x[4];
		lqcd_geometry_coords(u->type, ix, 0, x);
		for (int mu = 0; mu < 4; mu++)
			for (int nu = mu + 1; nu < 4; nu++) {
				lqcd_su3_d a, b;
				lqcd_su3_mul_d(&a, LQCD_4FIELD_AT(u, ix, mu),
					       LQCD_4FIELD_AT(u, lqcd_iup(u->type, ix, mu), nu));
				lqcd_su3_mul_d(&b, LQCD_4FIELD_AT(u, ix, nu),
					       LQCD_4FIELD_AT(u, lqcd_iup(u->type, ix, nu), mu));
				if (schroedinger ? x[0] >= (mu ? 2 : 1) && x[0] <= last - 1
						 : mu > 0 && (x[0] == 0 || x[0] == last))
					sum += lqcd_su3_retrace_mul_dagger_d(&a, &b);
			}
	}
	return sum;
}

/* The HiRep file of u with another number in its header. */
static lqcd_status read_with(double plaquette)
{
	lqcd_store_f64(base.byte + 20, plaquette, LQCD_BYTES_BIG);
	save(file, base.byte, base.n);
	return lqcd_gauge_read(file, &other, NULL, &info, &why);
}

/* Links of a time slice become U. */
static void set_links(lqcd_gauge_field_d *u, int t, int first, int last, const lqcd_su3_d *value)
{
	int x[4] = {t, 0, 0, 0};
	for (x[1] = 0; x[1] < shape[1]; x[1]++)
		for (x[2] = 0; x[2] < shape[2]; x[2]++)
			for (x[3] = 0; x[3] < shape[3]; x[3]++)
				for (int mu = first; mu <= last; mu++)
					*LQCD_4FIELD_AT(u, lqcd_geometry_index(u->type, x, NULL), mu) = *value;
}

/* The boundary that HiRep makes: no zeros, and a sum over fewer plaquettes. */
static void check_schroedinger(lqcd_gauge_field_d *v)
{
	const double sites = 96, t = 4;
	const int zero[4] = {0, 0, 0, 0};
	lqcd_su3_d one;
	lqcd_su3_unit_d(&one);
	memcpy(v->ptr, field.ptr, reals(v) * sizeof(double));
	set_links(v, 0, 0, 3, &one);
	set_links(v, 1, 1, 3, LQCD_4FIELD_AT(v, 40, 1));
	set_links(v, 3, 1, 3, LQCD_4FIELD_AT(v, 50, 2));
	set_links(v, 3, 0, 0, &one);
	const double mean = lqcd_plaquette_d(v).mean, sum = counted_plaquettes(v, 1) / (6 * LQCD_NC * sites);
	const double says[4] = {mean, sum / (t - 2), sum / t, sum / (t - 1)};
	must(lqcd_gauge_write(file, "HiRep", v, NULL, &why));
	read_image(file, &base);
	for (int k = 0; k < 4; k++) {
		const lqcd_status s = read_with(says[k]);
		tap_ok(s == (k < 3 ? LQCD_OK : LQCD_ERR_PLAQUETTE) &&
			       (s != LQCD_OK || (info.checks & LQCD_GAUGE_PLAQUETTE &&
						 !strcmp(info.boundary, k ? "Schroedinger functional" : "periodic"))),
		       "HiRep: Schroedinger functional, plaquette %.15g %s", says[k], k < 3 ? info.boundary : why.text);
	}
	*LQCD_4FIELD_AT(v, lqcd_geometry_index(v->type, zero, NULL), 2) = *LQCD_4FIELD_AT(&field, 50, 2);
	must(lqcd_gauge_write(file, "HiRep", v, NULL, &why));
	read_image(file, &base);
	const double other_sum = counted_plaquettes(v, 1) / (6 * LQCD_NC * sites);
	tap_ok(read_with(other_sum / (t - 2)) == LQCD_ERR_PLAQUETTE, "HiRep: no boundary if one link differs: %s",
	       why.text);
}

/* The same with zeros in place of 1; then all zeros but one, and as many zeros as a boundary has, but elsewhere. */
static void check_schroedinger_zeros(lqcd_gauge_field_d *v)
{
	const double sites = 96, t = 4;
	lqcd_su3_d diagonal;
	lqcd_su3_zero_d(&diagonal);
	for (int c = 0; c < LQCD_NC; c++) {
		const double angle = 0.3 * (c ? 1 : 1 - LQCD_NC);
		diagonal.e[c][c] = lqcd_complex_make_d(cos(angle), sin(angle));
	}
	memcpy(v->ptr, field.ptr, reals(v) * sizeof(double));
	set_zero(v, 0, 0, 3);
	set_links(v, 1, 1, 3, &diagonal);
	set_links(v, 3, 1, 3, &diagonal);
	for (int last = 0; last < 2; last++) {
		if (last) set_zero(v, 3, 0, 0);
		const double sum = counted_plaquettes(v, 1) / (6 * LQCD_NC * sites);
		lqcd_status s = lqcd_gauge_write(file, "HiRep", v, NULL, &why);
		poison(&other);
		if (s == LQCD_OK) s = lqcd_gauge_read(file, &other, NULL, &info, &why);
		tap_ok(s == LQCD_OK && difference(v, &other) <= (LQCD_NC == 2 ? 4e-16 : 0) &&
			       !strcmp(info.boundary, "Schroedinger functional") && info.found.zeros == (last ? 480 : 384) &&
			       near(info.plaquette.value, sum / t, 1e-14),
		       "HiRep: Schroedinger functional, %llu zero links %s", (unsigned long long)info.found.zeros, why.text);
		read_image(file, &base);
		tap_ok(read_with(sum / (t - 2)) == LQCD_OK && read_with(lqcd_plaquette_d(v).mean) == LQCD_OK &&
			       read_with(sum / (t - 1)) == LQCD_ERR_PLAQUETTE,
		       "HiRep: its plaquettes counted in other ways: %s", why.text);
	}
	set_links(v, 0, 2, 2, &diagonal);
	tap_ok(lqcd_gauge_write(file, "HiRep", v, NULL, &why) == LQCD_ERR_UNITARITY && strstr(why.text, "288 of 384"),
	       "HiRep: as many zero links as a Schroedinger functional has: %s", why.text);
	set_zero(v, 0, 2, 2);
	const int x[4] = {0, 1, 1, 1};
	*LQCD_4FIELD_AT(v, lqcd_geometry_index(v->type, x, NULL), 3) = diagonal;
	tap_ok(lqcd_gauge_write(file, "HiRep", v, NULL, &why) == LQCD_ERR_UNITARITY && strstr(why.text, "383 of 384"),
	       "HiRep: %s", why.text);
	if (LQCD_NC != 3) return;
	set_zero(v, 0, 0, 3);
	tap_ok(lqcd_gauge_write(file, "openQCD", v, NULL, &why) == LQCD_ERR_UNITARITY, "openQCD: %s", why.text);
}

/* The bytes of links of a HiRep file become zero, and all others of its first or last time slice stay. */
static void check_zeroed(void)
{
	const size_t link = (size_t)(LQCD_NC == 2 ? 32 : 16 * LQCD_NC * LQCD_NC), slice = 4 * 96 * link;
	/* direction and number of sites, from the first one of the slice; all that is zero besides */
	static const struct {
		int t, mu, sites, open;
	} cases[] = {{0, 0, 1, 0}, {0, 2, 1, 0}, {3, 0, 1, 0}, {3, 0, 95, 0}, {3, 3, 1, 1}, {0, 0, 96, 1}, {0, 1, 96, 0}};
	must(lqcd_gauge_write(file, "HiRep", &field, NULL, &why));
	read_image(file, &base);
	work = base;
	for (size_t k = 0; k < COUNT(cases); k++) {
		unsigned char *at = base.byte + 28;
		memcpy(base.byte, work.byte, work.n);
		for (int n = 0; n < cases[k].sites; n++)
			memset(at + (size_t)cases[k].t * slice + (size_t)(4 * n + cases[k].mu) * link, 0, link);
		for (int n = 0; cases[k].open && n < 96; n++) memset(at + 3 * slice + (size_t)(4 * n) * link, 0, link);
		save(file, base.byte, base.n);
		tap_ok(lqcd_gauge_read(file, &other, NULL, &info, &why) == LQCD_ERR_UNITARITY,
		       "HiRep: %d zero links of direction %d at t = %d are no boundary: %s", cases[k].sites,
		       cases[k].mu, cases[k].t, why.text);
	}
	/* An open one, but the header is that of the whole lattice; then with two links exchanged */
	for (int n = 0; n < 96; n++) memset(work.byte + 28 + 3 * slice + (size_t)(4 * n) * link, 0, link);
	save(file, work.byte, work.n);
	tap_ok(lqcd_gauge_read(file, &other, NULL, &info, &why) == LQCD_ERR_PLAQUETTE,
	       "HiRep: an open boundary made of another: %s", why.text);
}

static void check_boundaries(void)
{
	const double sites = 96, t = 4; /* of a time slice; time slices */
	lqcd_gauge_field_d v;
	must(lqcd_gauge_field_create_d(&v, &lattice, LQCD_FULL));
	memcpy(v.ptr, field.ptr, reals(&v) * sizeof(double));
	set_zero(&v, 3, 0, 0);
	const double mean = lqcd_plaquette_d(&v).mean, border = counted_plaquettes(&v, 0) / LQCD_NC;
	for (int k = 0; k < 2; k++) {
		const char *format = k ? "openQCD" : "HiRep";
		if (k && LQCD_NC != 3) continue;
		lqcd_status s = lqcd_gauge_write(file, format, &v, NULL, &why);
		poison(&other);
		if (s == LQCD_OK) s = lqcd_gauge_read(file, &other, NULL, &info, &why);
		tap_ok(s == LQCD_OK && difference(&v, &other) <= (LQCD_NC == 2 ? 4e-16 : 0) &&
			       !strcmp(info.boundary, "open") && info.found.zeros == 96 &&
			       (info.checks & LQCD_GAUGE_PLAQUETTE),
		       "%s: open boundary, %llu zero links %s", format, (unsigned long long)info.found.zeros, why.text);
		const double want = k ? LQCD_NC * mean : (6 * sites * t * mean - border / 2) / (6 * sites * (t - 1));
		tap_ok(near(info.plaquette.value, want, 1e-14), "%s: plaquette of an open boundary %.15g", format,
		       info.plaquette.value);
		read_image(file, &base);
		/* Other ways to count, and one that is none. */
		for (int n = 0; n < 4 && !k; n++) {
			const double says[4] = {mean, mean * t / (t - 1), mean * t / (t - 2), mean * 1.001 + 0.001};
			s = read_with(says[n]);
			tap_ok(s == (n < 2 ? LQCD_OK : LQCD_ERR_PLAQUETTE),
			       "HiRep: plaquette counted another way, %d: %s", n, why.text);
		}
		/* Two links change places. */
		const size_t link = (size_t)(LQCD_NC == 2 ? 32 : 16 * LQCD_NC * LQCD_NC);
		unsigned char *p = base.byte + (k ? 24 + 2 * link : 28), kept[16 * LQCD_NC * LQCD_NC];
		if (!k) must(read_with(want));
		memcpy(kept, p, link);
		memcpy(p, p + link, link);
		memcpy(p + link, kept, link);
		save(file, base.byte, base.n);
		tap_ok(lqcd_gauge_read(file, &other, NULL, &info, &why) == LQCD_ERR_PLAQUETTE,
		       "%s: open boundary, links in another order: %s", format, why.text);
	}
	static const char *const closed[] = {"NERSC", "MILC"};
	for (int k = 0; k < (LQCD_NC == 3 ? 2 : 1); k++)
		tap_ok(lqcd_gauge_write(file, closed[k], &v, NULL, &why) == LQCD_ERR_UNITARITY &&
			       strstr(why.text, "direction t"),
		       "%s: no zero links: %s", closed[k], why.text);
	/* Some of them are no boundary, and neither are others. */
	if (LQCD_NC == 3) {
		memcpy(v.ptr, field.ptr, reals(&v) * sizeof(double));
		const int last[4] = {3, 1, 1, 1};
		lqcd_su3_zero_d(LQCD_4FIELD_AT(&v, lqcd_geometry_index(v.type, last, NULL), 0));
		tap_ok(lqcd_gauge_write(file, "openQCD", &v, NULL, &why) == LQCD_ERR_UNITARITY &&
			       strstr(why.text, "1 of 96"),
		       "openQCD: %s", why.text);
		lqcd_su3_zero_d(LQCD_4FIELD_AT(&v, lqcd_geometry_index(v.type, last, NULL), 1));
		tap_ok(lqcd_gauge_write(file, "openQCD", &v, NULL, &why) == LQCD_ERR_UNITARITY &&
			       strstr(why.text, "x,y,z,t = 1,1,1,3, direction x"),
		       "openQCD: %s", why.text);
	}
	memcpy(v.ptr, field.ptr, reals(&v) * sizeof(double));
	set_zero(&v, 0, 1, 3);
	tap_ok(lqcd_gauge_write(file, "HiRep", &v, NULL, &why) == LQCD_ERR_UNITARITY,
	       "HiRep: no boundary has these zero links: %s", why.text);
	check_schroedinger(&v);
	check_schroedinger_zeros(&v);
	set_zero(&v, 1, 1, 1);
	tap_ok(lqcd_gauge_write(file, "HiRep", &v, NULL, &why) == LQCD_ERR_UNITARITY, "HiRep: zero links inside: %s",
	       why.text);
	lqcd_gauge_field_destroy_d(&v);
}

static void test_gauge_zeros(void)
{
	begin();
	must(lqcd_gauge_field_create_d(&other, &lattice, LQCD_FULL));
	check_boundaries();
	check_zeroed();
	lqcd_gauge_field_destroy_d(&other);
	end();
}
