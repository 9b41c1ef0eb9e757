/* tests/dirac/wilson.c: lqcd/dirac/wilson.h against a naive operator, the symmetries of the operator, plane waves,
 * the even-odd form, layouts, errors, and published numbers. The checks of one tag are in wilson_case.inc, those that
 * wilson_storage.c makes too, and wilson.inc. */
#include <lqcd/io/gauge.h>
#include <lqcd/io/gauge.h>
#include <lqcd/io/scidac_spinor.h>

#include "wilson_case.h"

#define M_PI_ 3.14159265358979323846

static void check_gamma(void)
{
	int bad = 0;
	for (int mu = 0; mu < 4; mu++)
		for (int nu = 0; nu < 4; nu++)
			for (int r = 0; r < 4; r++)
				for (int c = 0; c < 4; c++) {
					naive_complex sum = naive_make(0, 0);
					for (int k = 0; k < 4; k++) {
						sum = naive_add(
						    sum, naive_mul(gamma_matrix[mu][r][k], gamma_matrix[nu][k][c]));
						sum = naive_add(
						    sum, naive_mul(gamma_matrix[nu][r][k], gamma_matrix[mu][k][c]));
					}
					bad +=
					    naive_abs2(naive_make(sum.re - (mu == nu && r == c ? 2 : 0), sum.im)) > 0;
				}
	tap_ok(bad == 0, "the gamma matrices of this test anticommute and square to 1");
}

/* ---- parts of the checks that do not depend on the tag --------------------------------------------------------------
 */

/* A random element of SU(NC) per site. */
static naive_complex *random_transformation(const int *l)
{
	const int volume = naive_volume(l);
	const uint64_t seed = tap_random_u64();
	naive_complex *g = naive_alloc((size_t)volume * NAIVE_MATRIX);
	for (int site = 0; site < volume; site++) {
		lqcd_su3_d v;
		lqcd_rng rng = lqcd_rng_make(seed, (uint64_t)site, 7);
		lqcd_su3_random_d(&v, &rng);
		for (int k = 0; k < NAIVE_MATRIX; k++) {
			const lqcd_complex_d z = v.e[k / NAIVE_NC][k % NAIVE_NC];
			g[(size_t)site * NAIVE_MATRIX + (size_t)k] = naive_make(z.re, z.im);
		}
	}
	return g;
}

/* to(x) = g(x) from(x) */
static void transform_spinor(const naive_complex *g, const naive_complex *from, naive_complex *to, size_t n)
{
	for (size_t i = 0; i < n; i += NAIVE_NC) naive_matvec(to + i, g + i / NAIVE_SPINOR * NAIVE_MATRIX, 0, from + i);
}

/* wave = chi exp(ipx) with a random chi, image = D(p) wave (or its adjoint); (8 + |4 + m|) |chi|, a bound on all terms.
 */
static double plane_wave(const int *l, const double *p, double mass, int dagger, naive_complex *wave,
			 naive_complex *image)
{
	naive_complex chi[NAIVE_SPINOR], to[NAIVE_SPINOR];
	double diagonal = 4 + mass;
	for (int k = 0; k < NAIVE_SPINOR; k++) chi[k] = naive_make(tap_random(), tap_random());
	for (int mu = 0; mu < 4; mu++) diagonal -= cos(p[mu]);
	for (int k = 0; k < NAIVE_SPINOR; k++) {
		const int s = k / NAIVE_NC, a = k % NAIVE_NC;
		to[k] = naive_make(diagonal * chi[k].re, diagonal * chi[k].im);
		for (int mu = 0; mu < 4; mu++) {
			const naive_complex i_sin = naive_make(0, dagger ? -sin(p[mu]) : sin(p[mu]));
			for (int t = 0; t < 4; t++)
				to[k] = naive_add(
				    to[k], naive_mul(i_sin, naive_mul(gamma_matrix[mu][s][t], chi[t * NAIVE_NC + a])));
		}
	}
	for (int site = 0; site < naive_volume(l); site++) {
		int x[4];
		naive_coords(l, site, x);
		const naive_complex phase = naive_phase(p[0] * x[0] + p[1] * x[1] + p[2] * x[2] + p[3] * x[3]);
		for (int k = 0; k < NAIVE_SPINOR; k++) {
			wave[site * NAIVE_SPINOR + k] = naive_mul(phase, chi[k]);
			image[site * NAIVE_SPINOR + k] = naive_mul(phase, to[k]);
		}
	}
	return (8 + fabs(4 + mass)) * sqrt(naive_dot(chi, chi, NAIVE_SPINOR).re);
}

#define TEST_TEMPLATE "../dirac/wilson.inc"
#include "../support/each_tag.inc"

/* ---- one tag against another ----------------------------------------------------------------------------------------
 */

static void check_tags(const int *l)
{
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR;
	const uint64_t seed = tap_random_u64();
	lqcd_lattice lat;
	naive_complex *f = naive_alloc(n), *d = naive_alloc(n), *vf = naive_alloc(n), *vd = naive_alloc(n);
	must(lqcd_lattice_create(&lat, l, NULL, NULL));
	must(apply_on_f(&lat, seed, f));
	must(apply_on_d(&lat, seed, d));
	must(apply_on_vf(&lat, seed, vf));
	must(apply_on_vd(&lat, seed, vd));
	const double a = naive_distance(vf, f, n) / FLT_EPSILON, b = naive_distance(vd, d, n) / DBL_EPSILON,
		     c = naive_distance(f, d, n) / FLT_EPSILON;
	tap_ok(a <= 2, "vf against f: %.2g epsilon", a);
	tap_ok(b <= 2, "vd against d: %.2g epsilon", b);
	tap_ok(c <= 4 && c > 0.01, "f against d: %.2g epsilon of float", c);
	lqcd_lattice_destroy(&lat);
	free(f);
	free(d);
	free(vf);
	free(vd);
}

static void check_kappa(void)
{
	const double wrong[] = {0, -0.0, -0.125, tap_nan(), tap_infinity(), -tap_infinity()};
	double mass = tap_nan(), worst = 0;
	int bad = 0;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		mass = 17;
		bad += lqcd_kappa_to_mass(wrong[i], &mass) != LQCD_ERR_ARGUMENT || tap_isnan(mass);
	}
	tap_ok(bad == 0, "kappa_to_mass refuses 0, negative numbers, NaN and infinity");
	tap_ok(lqcd_kappa_to_mass(0.125, &mass) == LQCD_OK && fabs(mass) <= 0, "kappa = 1/8 is m = 0");
	for (int i = 0; i < 100; i++) {
		const double kappa = 0.15 + 0.1 * tap_random();
		mass = tap_nan();
		bad += lqcd_kappa_to_mass(kappa, &mass) != LQCD_OK;
		worst = fmax(worst, fabs(kappa * (8 + 2 * mass) - 1));
		bad += tap_isnan(mass);
	}
	tap_ok(bad == 0 && worst <= 1e-15, "kappa (8 + 2m) = 1 within %.1e", worst);
}

/* ---- published numbers ----------------------------------------------------------------------------------------------
 */

/* Computed by an independent numpy program that agrees with published outputs of Chroma and MILC, in files of
 * LatticeQCD/AnalysisToolbox (nersc.l8t4b3360) and RJHudspith/GLU (nersc-little.l4t8). kappa = 0.12.
 *   phi_c(x) = exp(2 pi i (c+1) (x+2y+3z+5t+1) / 17) / (1+c): sum over spins of <e_s phi, D e_s phi>, |D e_s phi|^2
 *   eta_sc(x) = (s+1 - c i/2) phi_c with x+2y+3z+5t+1+s, in the DeGrand-Rossi basis: <eta, D eta>, |D eta|^2, and D eta
 * at (x,y,z,t) = (1,2,3,1), far from the boundary in time */
typedef struct {
	int bc;
	double phi_dot, phi_norm2, eta_dot[2], eta_norm2;
} probe_numbers;

typedef struct {
	const char *file;
	probe_numbers by_bc[2];
	double at[12][2];
} probe_reference;

static const probe_reference references[2] = {
    {"nersc.l8t4b3360",
     {{1, 46406.939451875616, 238284.0205431581, {352924.9636528464, 281.43074161839985}, 1808417.4429880271},
      {-1, 46458.99757434839, 238271.00284454867, {353352.89421731536, -127.84802861828018}, 1810314.8593904937}},
     {{0.7241856609548591, 7.248793851548374},
      {-1.7601651796315485, 0.4362575541921069},
      {-2.9062338051648235, -0.5620693527567626},
      {1.036265229310889, 8.12638890308574},
      {-4.65798916160465, 0.5042957766665569},
      {1.0291083519256017, -7.185526749953406},
      {-3.429902517728395, 12.446715451796267},
      {-6.818361936259165, -0.2216079554037877},
      {1.4481166186212429, -4.600382986756274},
      {-10.779469931167041, 17.706797571970576},
      {-5.66614163603991, -7.231696454382694},
      {4.695904273669906, -1.130655550548501}}},
    {"nersc-little.l4t8",
     {{1, 11750.869603405446, 60727.278320035315, {89899.25940265537, 417.8831829745139}, 464975.69467995915},
      {-1, 11759.610622971573, 60865.24472486152, {89840.82811748766, 412.3077104167678}, 464953.71736319375}},
     {{5.8386037646640885, 4.397004114096275},
      {0.7337471527665947, 7.092679878057682},
      {-3.87192853897104, -3.05419968002637},
      {0.36915783673569313, 10.647266674121564},
      {-5.486296317700895, 0.014281257328434993},
      {-8.607446394140963, -0.6403172239757278},
      {-2.1506021330752185, 12.97058933722916},
      {-7.785771068870265, -1.7987339975463699},
      {0.6726653944526755, -6.489884619649919},
      {-8.17206265876544, 14.620688242897486},
      {-1.24344626523475, -6.870353204635552},
      {3.8258222551974064, -7.692972614591129}}}};

/* psi_0 = DR_3, psi_1 = -DR_2, psi_2 = -DR_1, psi_3 = DR_0 takes the DeGrand-Rossi basis to this library's. */
static const int dr_spin[4] = {3, 2, 1, 0}, dr_sign[4] = {1, -1, -1, 1};

/* spin 0..3: phi on that spin alone; spin 4: eta. */
static void make_probe(const int *l, int spin, naive_complex *psi)
{
	for (int site = 0; site < naive_volume(l); site++)
		for (int k = 0; k < NAIVE_SPINOR; k++) {
			int x[4];
			const int s = k / NAIVE_NC, c = k % NAIVE_NC, dr = dr_spin[s];
			naive_coords(l, site, x);
			const int n = x[1] + 2 * x[2] + 3 * x[3] + 5 * x[0] + 1 + (spin == 4 ? dr : 0);
			naive_complex z = naive_phase(2 * M_PI_ * (c + 1) * n / 17);
			z = naive_make(z.re / (1 + c), z.im / (1 + c));
			if (spin == 4) z = naive_mul(naive_make(dr_sign[s] * (dr + 1), -0.5 * dr_sign[s] * c), z);
			psi[site * NAIVE_SPINOR + k] = spin == 4 || spin == s ? z : naive_make(0, 0);
		}
}

typedef int probe_function(lqcd_gauge_field_d *u, double mass, int bc, naive_complex *psi, naive_complex *result,
			   naive_complex *dot, double *norm2);

static void check_probe(const probe_reference *r, lqcd_gauge_field_d *u, probe_function *probe, const char *tag,
			double bound)
{
	const int *l = u->type->lattice->extent, x[4] = {1, 1, 2, 3};
	const size_t n = (size_t)naive_volume(l) * NAIVE_SPINOR;
	naive_complex *psi = naive_alloc(n), *result = naive_alloc(n);
	double mass;
	must(lqcd_kappa_to_mass(0.12, &mass));
	for (int i = 0; i < 2; i++) {
		const probe_numbers *e = &r->by_bc[i];
		naive_complex dot = naive_make(0, 0), eta_dot = naive_make(0, 0);
		double norm2 = 0, eta_norm2 = 0, worst = 0;
		int possible = 1;
		for (int spin = 0; spin < 5; spin++) {
			make_probe(l, spin, psi);
			possible &= probe(u, mass, e->bc, psi, result, spin == 4 ? &eta_dot : &dot,
					  spin == 4 ? &eta_norm2 : &norm2);
		}
		if (!possible) {
			tap_skip("%s %s: no lane grid", r->file, tag);
			continue;
		}
		const naive_complex *at = result + naive_site(l, x) * NAIVE_SPINOR;
		for (int k = 0; k < 12; k++) {
			const double *want = r->at[3 * dr_spin[k / 3] + k % 3], sign = dr_sign[k / 3];
			const double d = hypot(at[k].re - sign * want[0], at[k].im - sign * want[1]);
			worst = tap_worst(worst, d);
		}
		tap_ok(fabs(dot.re - e->phi_dot) <= bound * e->phi_dot && fabs(dot.im) <= bound * e->phi_dot,
		       "%s %s, bc %2d: <phi, D phi> = %.14g", r->file, tag, e->bc, dot.re);
		tap_ok(fabs(norm2 - e->phi_norm2) <= bound * e->phi_norm2, "%s %s, bc %2d: |D phi|^2 = %.14g", r->file,
		       tag, e->bc, norm2);
		tap_ok(hypot(eta_dot.re - e->eta_dot[0], eta_dot.im - e->eta_dot[1]) <= bound * e->eta_dot[0],
		       "%s %s, bc %2d: <eta, D eta> = %.14g %+.14g i", r->file, tag, e->bc, eta_dot.re, eta_dot.im);
		tap_ok(fabs(eta_norm2 - e->eta_norm2) <= bound * e->eta_norm2, "%s %s, bc %2d: |D eta|^2 = %.14g",
		       r->file, tag, e->bc, eta_norm2);
		tap_ok(worst <= 10 * bound, "%s %s, bc %2d: D eta of a site, within %.1e", r->file, tag, e->bc, worst);
	}
	free(psi);
	free(result);
}

static void check_references(void)
{
	const char *data = getenv("LQCD_TEST_DATA");
	for (int i = 0; i < 2; i++) {
		char path[4096];
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_message why;
		if (LQCD_NC != 3 || !data || !*data) {
			tap_skip("%s: LQCD_TEST_DATA names no directory, or not 3 colours", references[i].file);
			continue;
		}
		snprintf(path, sizeof path, "%s/%s", data, references[i].file);
		const lqcd_status status = lqcd_gauge_load(path, &lat, NULL, &u, NULL, NULL, &why);
		tap_ok(status == LQCD_OK, "%s: %s", references[i].file, status == LQCD_OK ? "read" : why.text);
		if (status != LQCD_OK) continue;
		check_probe(&references[i], &u, probe_d, "d", 1e-11);
		check_probe(&references[i], &u, probe_vd, "vd", 1e-11);
		check_probe(&references[i], &u, probe_f, "f", 1e-6);
		check_probe(&references[i], &u, probe_vf, "vf", 1e-6);
		lqcd_gauge_field_destroy(&u);
		lqcd_lattice_destroy(&lat);
	}
}

/* A propagator of tmLQCD, kappa 0.15, on its links: D x is the point source, with the phase in time in x or in D. */
static void check_tmlqcd(void)
{
	const char *folder = getenv("LQCD_TEST_DATA");
	const int origin[4] = {0, 0, 0, 0};
	char path[1024], links[1024];
	FILE *f = NULL;
	if (folder && LQCD_NC == 3) {
		snprintf(path, sizeof path, "%s/field/nissa-source_1.0003.00.inverted.00", folder);
		snprintf(links, sizeof links, "%s/field/nissa-L4T8conf.ildg", folder);
		f = fopen(path, "rb");
	}
	if (!f) {
		tap_skip("a propagator of tmLQCD: LQCD_TEST_DATA names no directory with field, or not 3 colours");
		return;
	}
	fclose(f);
	for (int spread = 0; spread < 2; spread++) {
		lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
		lqcd_gauge_options options;
		lqcd_scidac_spinor_options how;
		lqcd_lattice lat;
		lqcd_gauge_field_d u;
		lqcd_wilson_d D;
		lqcd_spinor_field_d x, y;
		double mass;
		memset(&options, 0, sizeof options);
		memset(&how, 0, sizeof how);
		options.boundary = &b;
		*(spread ? &b.theta_t : &how.theta_t) = 3.14159265358979323846;
		must(lqcd_gauge_load(links, &lat, NULL, &u, &options, NULL, NULL));
		must(lqcd_kappa_to_mass(0.15, &mass));
		must(lqcd_wilson_create(&D, &u, mass, spread ? LQCD_PERIODIC : LQCD_ANTIPERIODIC));
		must(lqcd_spinor_field_create(&x, &lat, LQCD_FULL));
		must(lqcd_spinor_field_create(&y, &lat, LQCD_FULL));
		must(lqcd_scidac_spinor_read(path, &x, 1, &how, NULL, NULL));
		lqcd_wilson_apply(&y, &D, &x, 0);
		LQCD_FIELD_AT(&y, lqcd_geometry_index(y.type, origin, NULL))->c[0].c[0].re -= 1;
		const double residual = sqrt(lqcd_spinor_field_norm2(&y));
		tap_ok(residual < 1e-7, "a propagator of tmLQCD, phase in the %s: residual %.1e",
		       spread ? "operator" : "field", residual);
		lqcd_wilson_destroy(&D);
		lqcd_spinor_field_destroy(&x);
		lqcd_spinor_field_destroy(&y);
		lqcd_gauge_field_destroy(&u);
		lqcd_lattice_destroy(&lat);
	}
}

static void test_wilson(void)
{
	check_tmlqcd();
	/* Sub-lattices of 2 to 16 lanes and more fit; the second has a hop to the same neighbour up and down in T. */
	static const int shapes[3][4] = {{4, 8, 4, 12}, {2, 8, 8, 4}, {8, 4, 4, 4}};
	static const int cut[2][4] = {{8, 4, 8, 4}, {16, 4, 4, 2}}, two[4] = {2, 2, 2, 2}, long_time[4] = {8, 4, 4, 8};
	test_cache = WILSON_CACHE;
#if LQCD_TEST_THREADS
	omp_set_num_threads(1); /* small loops: more threads only wait, and check_threads asks for them */
#endif
	make_gamma();
	check_gamma();
	check_kappa();
	for (int i = 0; i < 6; i++) {
		const int bc = i % 2 ? LQCD_ANTIPERIODIC : LQCD_PERIODIC;
		EACH_TAG(check_case, (shapes[i / 2], bc));
	}
	check_case_f(two, LQCD_ANTIPERIODIC);
	check_case_d(two, LQCD_ANTIPERIODIC);
	EACH_TAG(check_wavefront, (long_time, &storages[0]));
	check_tags(shapes[0]);
	EACH_TAG(check_threads, (shapes[1]));
	for (int i = 0; i < 2; i++) {
		EACH_TAG(check_lane_grids, (cut[i]));
	}
	for (int extent = 2; extent <= 6; extent += 4) {
		EACH_TAG(check_no_lanes, (extent));
	}
	EACH_TAG(check_memory, (shapes[2]));
	check_references();
	tap_ok(hook.live == 0, "no memory of the library is left");
}
