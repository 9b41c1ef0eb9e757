/* tests/quda/quda_names.c: every name of QUDA's interface is there, and works or is refused by its name; links, momenta, paths,
 * smearing, steps along links, contractions and small matrices of quda.h, against nested loops in the order of the caller:
 * QUDA_MILC_GAUGE_ORDER and QUDA_DIRAC_ORDER on 4 x 4 x 4 x 4. */
#include <stdlib.h>

#define LQCD_QUDA_DEFINE
#include <lqcd/compat/quda.h>

#include "../support/support.h"

#include "refusal.h"

enum { NL = 4, NV = NL * NL * NL * NL, NN = LQCD_NC, NLINK = 2 * NN * NN, NVECTOR = 2 * NN };
typedef double nm_link[NN][NN][2];
typedef double nm_vectors[NV][NN][2];
static nm_link nm_u[NV][4], nm_v[NV][4], nm_w[NV][4];
static nm_vectors nm_in, nm_out, nm_ref, nm_a, nm_b, nm_sum;

#define NM_SITES                                                                                                       \
	for (int x[4] = {0, 0, 0, 0}; x[3] < NL; x[3]++)                                                               \
		for (x[2] = 0; x[2] < NL; x[2]++)                                                                      \
			for (x[1] = 0; x[1] < NL; x[1]++)                                                              \
				for (x[0] = 0; x[0] < NL; x[0]++)

/** The number of the site `steps` from x in direction d (X Y Z T). */
static int nm_site(const int x[4], int d, int steps)
{
	int n = 0, odd = 0;
	for (int k = 3; k >= 0; k--) {
		const int c = (x[k] + (k == d ? steps : 0) + 4 * NL) % NL;
		n = n * NL + c;
		odd += c;
	}
	return odd % 2 * NV / 2 + n / 2;
}

static double nm_differ(const void *a, const void *b, size_t n)
{
	double worst = 0;
	for (size_t k = 0; k < n; k++) worst = tap_worst(worst, fabs(((const double *)a)[k] - ((const double *)b)[k]));
	return worst;
}

/** r = a b, with the adjoint of b if dagger; r may be a. */
static void nm_mul(nm_link r, nm_link a, nm_link b, int dagger)
{
	nm_link t;
	for (int i = 0; i < NN; i++)
		for (int j = 0; j < NN; j++) {
			t[i][j][0] = t[i][j][1] = 0;
			for (int k = 0; k < NN; k++) {
				const double re = dagger ? b[j][k][0] : b[k][j][0], im = dagger ? -b[j][k][1] : b[k][j][1];
				t[i][j][0] += a[i][k][0] * re - a[i][k][1] * im;
				t[i][j][1] += a[i][k][0] * im + a[i][k][1] * re;
			}
		}
	memcpy(r, t, sizeof t);
}

static void nm_add(void *to, const void *from, double factor, int n)
{
	for (int k = 0; k < n; k++) ((double *)to)[k] += factor * ((const double *)from)[k];
}

static QudaGaugeParam nm_gauge(void)
{
	QudaGaugeParam g = newQudaGaugeParam();
	for (int d = 0; d < 4; d++) g.X[d] = NL;
	g.gauge_order = QUDA_MILC_GAUGE_ORDER;
	g.t_boundary = QUDA_PERIODIC_T;
	g.cpu_prec = QUDA_DOUBLE_PRECISION;
	return g;
}

static void nm_fill(void *to, int n)
{
	for (int k = 0; k < n; k++) ((double *)to)[k] = tap_random();
}

static void nm_call(int k)
{
	int c = 0;
#define WORKS(function)
#define REFUSED(function, call)                                                                                        \
	if (c++ == k) call;
#include "names.h"
#undef REFUSED
	(void)c;
}

/** Whether refused call k ends with a sentence that begins with the name. */
static int nm_refused(int k, const char *name)
{
	char want[100];
	snprintf(want, sizeof want, "ERROR: %s is not supported: ", name);
	return is_refused(nm_call, k, want);
}

static void test_all_names(void)
{
	int works = 0, refused = 0, wrong = 0;
#define REFUSED(function, call)                                                                                        \
	if (!nm_refused(refused++, #function)) {                                                                       \
		wrong++;                                                                                               \
		tap_diag("%s is not refused", #function);                                                              \
	}
#undef WORKS
#define WORKS(function) works += (void (*)(void))function != NULL;
#include "names.h"
#undef WORKS
#undef REFUSED
	tap_ok(works + refused == 90 && !wrong, "%d functions of QUDA work, %d are refused by name", works, refused);
	tap_ok(QUDA_MEMORY_HOST == 2 && QUDA_MEMORY_MAPPED == 4 && QUDA_MEMORY_MANAGED == 5 && QUDA_STAGGERED_PHASE_CHROMA == 2 &&
		       QUDA_STAGGERED_PHASE_TIFR == 3 && QUDA_CONTRACT_TYPE_OPEN == 5 && QUDA_BOTH_DIRS == 2 && QUDA_KDINVERSE_GEOMETRY == 16,
	       "numbers of QUDA's choices");
	QudaInvertParam p = newQudaInvertParam();
	FILE *out = tmpfile();
	char line[200];
	int found = 0;
	p.energy = p.power = p.temp = p.clock = 1;
	p.maxiter = 717;
	setVerbosityQuda(QUDA_SILENT, "QUDA: ", out);
	printQudaInvertParam(&p);
	rewind(out);
	while (fgets(line, sizeof line, out)) found += strcmp(line, "QUDA: maxiter = 717\n") == 0 || strcmp(line, "QUDA: clock = 1\n") == 0;
	fclose(out);
	setVerbosityQuda(QUDA_SILENT, "", NULL);
	tap_ok(found == 2, "printQudaInvertParam: a line for each field");
}

#if LQCD_NC == 3
/* ---- links and momenta ---- */

static void nm_test_links(void)
{
	QudaGaugeParam g = nm_gauge();
	nm_link one;
	double worst = 0;
	nm_fill(nm_u, NV * 4 * NLINK);
	projectSU3Quda(nm_u, 1e-12, &g);
	for (int s = 0; s < 4 * NV; s++) {
		nm_mul(one, nm_u[s / 4][s % 4], nm_u[s / 4][s % 4], 1);
		for (int k = 0; k < NN * NN; k++)
			worst = tap_worst(worst, fabs(one[k / NN][k % NN][0] - (k % (NN + 1) == 0)) + fabs(one[k / NN][k % NN][1]));
	}
	tap_ok(worst < 1e-14, "projectSU3Quda: unitary to %.1e", worst);
	memcpy(nm_w, nm_u, sizeof nm_u);
	g.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
	g.t_boundary = QUDA_ANTI_PERIODIC_T;
	staggeredPhaseQuda(nm_w, &g);
	worst = 0;
	NM_SITES for (int d = 0; d < 4; d++)
	{
		const int odd = d == 3 ? x[3] == NL - 1 : x[3] + (d > 0 ? x[0] : 0) + (d > 1 ? x[1] : 0), s = nm_site(x, 0, 0);
		for (int k = 0; k < NLINK; k++)
			worst = tap_worst(worst, fabs((&nm_w[s][d][0][0][0])[k] - (odd % 2 ? -1 : 1) * (&nm_u[s][d][0][0][0])[k]));
	}
	g.staggered_phase_applied = 1;
	staggeredPhaseQuda(nm_w, &g);
	tap_ok(worst <= 0 && memcmp(nm_w, nm_u, sizeof nm_u) == 0, "staggeredPhaseQuda: MILC's phases, and without them again");
	g = nm_gauge();
	void *const handle = createGaugeFieldQuda(nm_u, QUDA_VECTOR_GEOMETRY, &g);
	memset(nm_w, 0, sizeof nm_w);
	saveGaugeFieldQuda(nm_w, handle, &g);
	destroyGaugeFieldQuda(handle);
	tap_ok(memcmp(nm_w, nm_u, sizeof nm_u) == 0, "a field by a handle");
}

static void nm_test_momenta(void)
{
	static double m[NV][4][10], back[NV][4][10];
	QudaGaugeParam g = nm_gauge();
	double action = 0, worst = 0;
	nm_fill(m, NV * 40);
	for (int s = 0; s < 4 * NV; s++) {
		m[s / 4][s % 4][8] = -m[s / 4][s % 4][6] - m[s / 4][s % 4][7];
		m[s / 4][s % 4][9] = 0;
		for (int k = 0; k < 9; k++) action += (k < 6 ? 1 : 0.5) * m[s / 4][s % 4][k] * m[s / 4][s % 4][k];
		action -= 4;
	}
	tap_ok(fabs(momActionQuda(m, &g) - action) < 1e-10, "momActionQuda: %g", action);
	g.make_resident_mom = 1;
	g.return_result_mom = 0;
	momResidentQuda(m, &g);
	g.use_resident_mom = 1;
	worst = fabs(momActionQuda(NULL, &g) - action);
	memcpy(nm_w, nm_u, sizeof nm_u);
	updateGaugeFieldQuda(nm_w, NULL, 0.3, 0, 1, &g); /* links stay, momenta are resident */
	memcpy(nm_v, nm_u, sizeof nm_u);
	updateGaugeFieldQuda(nm_v, m, -0.3, 1, 0, &g);
	worst = tap_worst(worst, nm_differ(nm_v, nm_w, NV * 4 * NLINK));
	g = nm_gauge();
	g.make_resident_mom = 0;
	momResidentQuda(back, &g);
	tap_ok(worst < 1e-10 && memcmp(m, back, sizeof m) == 0, "momenta stay between calls: %.1e", worst);
	worst = 0;
	for (int s = 0; s < 4 * NV; s++) { /* the series of exp(0.3 p) U */
		static const int place[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 0}, {1, 1}, {2, 2}};
		nm_link p, e, t;
		memset(p, 0, sizeof p);
		for (int k = 0; k < 6; k++) {
			const int i = place[k][0], j = place[k][1];
			p[i][j][0] = k < 3 ? m[s / 4][s % 4][2 * k] : 0;
			p[i][j][1] = k < 3 ? m[s / 4][s % 4][2 * k + 1] : m[s / 4][s % 4][k + 3];
			p[j][i][0] = -p[i][j][0];
			p[j][i][1] = p[i][j][1];
		}
		memcpy(e, nm_u[s / 4][s % 4], sizeof e);
		for (int r = 16; r > 0; r--) {
			nm_mul(t, p, e, 0);
			memcpy(e, nm_u[s / 4][s % 4], sizeof e);
			nm_add(e, t, 0.3 / r, NLINK);
		}
		worst = tap_worst(worst, nm_differ(e, nm_w[s / 4][s % 4], NLINK));
	}
	tap_ok(worst < 1e-13, "updateGaugeFieldQuda: %.1e", worst);
	g.make_resident_mom = 1;
	g.return_result_mom = 0;
	momResidentQuda(m, &g);
	gaussMomQuda(7, 1);
	g.make_resident_mom = 0;
	g.use_resident_mom = 1;
	action = momActionQuda(NULL, &g) / (4 * NV);
	tap_ok(fabs(action) < 0.3, "gaussMomQuda: action %g of a link, of mean 4 - 4", action);
}

/* ---- paths and smearing ---- */

static void nm_test_paths(void)
{
	QudaGaugeParam g = nm_gauge();
	int step[4] = {1, 2, 6, 0}, square[4] = {0, 1, 7, 6}, line[NL] = {3, 3, 3, 3}, *of[4][1], **paths[4], *loops[2], length = 1, lengths[2] = {4, NL};
	double c = 0.7, cs[2] = {1, 2}, worst = 0, sum = 0, z[4], ploop[2];
	double_complex traces[2];
	nm_link t;
	for (int d = 0; d < 4; d++) {
		of[d][0] = &step[d];
		paths[d] = of[d];
	}
	nm_fill(nm_w, NV * 4 * NLINK);
	memcpy(nm_v, nm_w, sizeof nm_w);
	computeGaugePathQuda(nm_w, nm_u, paths, &length, &c, 1, 1, 2, &g);
	NM_SITES for (int d = 0; d < 4; d++)
	{
		const int s = nm_site(x, 0, 0), up = nm_site(x, d, 1), back = step[d] > 3;
		int y[4];
		for (int k = 0; k < 4; k++) y[k] = x[k] + (k == d);
		nm_mul(t, nm_u[s][d], back ? nm_u[nm_site(y, 7 - step[d], -1)][7 - step[d]] : nm_u[up][step[d]], back);
		nm_add(nm_v[s][d], t, 2 * c, NLINK);
	}
	worst = nm_differ(nm_v, nm_w, NV * 4 * NLINK);
	tap_ok(worst < 1e-14, "computeGaugePathQuda: %.1e", worst);
	loadGaugeQuda(nm_u, &g);
	loops[0] = square;
	loops[1] = line;
	computeGaugeLoopTraceQuda(traces, loops, lengths, cs, 2, NL, 0.5);
	memcpy(z, traces, sizeof z);
	NM_SITES
	{
		const int s = nm_site(x, 0, 0);
		nm_mul(t, nm_u[s][0], nm_u[nm_site(x, 0, 1)][1], 0);
		nm_mul(t, t, nm_u[nm_site(x, 1, 1)][0], 1);
		nm_mul(t, t, nm_u[s][1], 1);
		for (int i = 0; i < NN; i++) sum += 0.5 * t[i][i][0];
	}
	polyakovLoopQuda(ploop, 3);
	worst = fabs(z[0] - sum) + fabs(z[2] - ploop[0] * NV) + fabs(z[3] - ploop[1] * NV);
	tap_ok(worst < 1e-11, "computeGaugeLoopTraceQuda: plaquettes and Polyakov loops: %.1e", worst);
	computeTwoLinkQuda(nm_w, NULL, &g);
	worst = 0;
	NM_SITES for (int d = 0; d < 4; d++)
	{
		nm_mul(t, nm_u[nm_site(x, 0, 0)][d], nm_u[nm_site(x, d, 1)][d], 0);
		worst = tap_worst(worst, nm_differ(t, nm_w[nm_site(x, 0, 0)][d], NLINK));
	}
	tap_ok(worst < 1e-14, "computeTwoLinkQuda: %.1e", worst);
}

/* One link, three in a line, and the six staples, of links as they are. */
static void nm_test_fat_links(void)
{
	static nm_link unit[NV][4];
	QudaGaugeParam g = nm_gauge();
	double c[6] = {0.3, 0.2, 0.11, 0, 0, 0}, worst = 0, lng = 0, off = 0;
	computeKSLinkQuda(nm_v, nm_w, unit, nm_u, c, &g);
	NM_SITES for (int d = 0; d < 4; d++)
	{
		const int s = nm_site(x, 0, 0);
		nm_link t, f;
		int y[4];
		for (int k = 0; k < 4; k++) y[k] = x[k] + (k == d);
		memset(f, 0, sizeof f);
		nm_add(f, nm_u[s][d], c[0], NLINK);
		for (int n = 0; n < 4; n++) {
			if (n == d) continue;
			nm_mul(t, nm_u[s][n], nm_u[nm_site(x, n, 1)][d], 0);
			nm_mul(t, t, nm_u[nm_site(x, d, 1)][n], 1);
			nm_add(f, t, c[2], NLINK);
			const int down = nm_site(x, n, -1);
			nm_link dagger;
			for (int k = 0; k < NN * NN; k++) {
				dagger[k / NN][k % NN][0] = nm_u[down][n][k % NN][k / NN][0];
				dagger[k / NN][k % NN][1] = -nm_u[down][n][k % NN][k / NN][1];
			}
			nm_mul(t, dagger, nm_u[down][d], 0);
			nm_mul(t, t, nm_u[nm_site(y, n, -1)][n], 0);
			nm_add(f, t, c[2], NLINK);
		}
		worst = tap_worst(worst, nm_differ(f, nm_v[s][d], NLINK));
		nm_mul(t, nm_u[s][d], nm_u[nm_site(x, d, 1)][d], 0);
		nm_mul(t, t, nm_u[nm_site(x, d, 2)][d], 0);
		memset(f, 0, sizeof f);
		nm_add(f, t, c[1], NLINK);
		lng = tap_worst(lng, nm_differ(f, nm_w[s][d], NLINK));
		nm_mul(t, unit[s][d], unit[s][d], 1);
		for (int i = 0; i < NN; i++) off = tap_worst(off, fabs(t[i][i][0] - 1));
	}
	tap_ok(worst < 1e-14 && lng < 1e-15 && off < 1e-12, "computeKSLinkQuda: fat %.1e, long %.1e, unitary %.1e", worst, lng, off);
}

static void nm_test_smearing(void)
{
	static const QudaGaugeSmearType type[3] = {QUDA_GAUGE_SMEAR_STOUT, QUDA_GAUGE_SMEAR_APE, QUDA_GAUGE_SMEAR_HYP};
	QudaGaugeParam g = nm_gauge();
	for (int k = 0; k < 3; k++) {
		QudaGaugeSmearParam s = newQudaGaugeSmearParam();
		QudaGaugeObservableParam o[3];
		for (int n = 0; n < 3; n++) {
			o[n] = newQudaGaugeObservableParam();
			o[n].compute_plaquette = QUDA_BOOLEAN_TRUE;
		}
		s.smear_type = type[k];
		s.n_steps = 2;
		s.rho = 0.1;
		s.alpha = 0.6;
		s.alpha1 = 0.75;
		s.alpha2 = 0.6;
		s.alpha3 = 0.3;
		performGaugeSmearQuda(&s, o);
		int grows = o[0].plaquette[1] < o[1].plaquette[1] && o[1].plaquette[1] < o[2].plaquette[1];
		g.type = QUDA_SMEARED_LINKS;
		saveGaugeQuda(nm_w, &g);
		double time = 0;
		for (int s_ = 0; s_ < NV; s_++) time = tap_worst(time, nm_differ(nm_w[s_][3], nm_u[s_][3], NLINK));
		tap_ok(grows && (k == 2 ? time > 0.1 : time <= 0), "performGaugeSmearQuda type %d: %g %g %g", (int)type[k], o[0].plaquette[1],
		       o[1].plaquette[1], o[2].plaquette[1]);
	}
	freeUniqueGaugeQuda(QUDA_SMEARED_LINKS);
}

static void nm_test_gauge_fixing(void)
{
	QudaGaugeParam g = nm_gauge();
	double before[3], after[3];
	plaqQuda(before);
	for (int dir = 3; dir < 5; dir++) {
		double worst = 0;
		memcpy(nm_w, nm_u, sizeof nm_u);
		g.make_resident_gauge = 1;
		computeGaugeFixingOVRQuda(nm_w, (unsigned)dir, 3000, 0, 1.7, 1e-14, 10, 1, &g);
		plaqQuda(after);
		NM_SITES
		{
			nm_link s;
			memset(s, 0, sizeof s);
			for (int d = 0; d < dir; d++) {
				nm_add(s, nm_w[nm_site(x, 0, 0)][d], -1, NLINK);
				nm_add(s, nm_w[nm_site(x, d, -1)][d], 1, NLINK);
			}
			for (int k = 0; k < NN * NN; k++) { /* off the diagonal; the rest would need its trace */
				const int i = k / NN, j = k % NN;
				if (i != j) worst = tap_worst(worst, fabs(s[i][j][0] - s[j][i][0]) + fabs(s[i][j][1] + s[j][i][1]));
			}
		}
		tap_ok(worst < 1e-5 && fabs(after[0] - before[0]) < 1e-13, "computeGaugeFixingOVRQuda %d: the divergence is %.1e", dir, worst);
	}
	g.make_resident_gauge = 0;
	loadGaugeQuda(nm_u, &g);
}

/* ---- steps along links ---- */

/** o = C_d i of the loaded links, d > 3: backwards. */
static void nm_step(nm_vectors o, nm_vectors i, int d)
{
	NM_SITES
	{
		const int s = nm_site(x, 0, 0), to = nm_site(x, d % 4, d > 3 ? -1 : 1);
		for (int a = 0; a < NN; a++) {
			o[s][a][0] = o[s][a][1] = 0;
			for (int b = 0; b < NN; b++) {
				const double *z = d > 3 ? nm_u[to][d % 4][b][a] : nm_u[s][d][a][b], im = d > 3 ? -z[1] : z[1];
				o[s][a][0] += z[0] * i[to][b][0] - im * i[to][b][1];
				o[s][a][1] += z[0] * i[to][b][1] + im * i[to][b][0];
			}
		}
	}
}

/** o = the sign of gamma times i. */
static void nm_gamma(nm_vectors o, nm_vectors i, int gamma)
{
	NM_SITES
	{
		const int s = nm_site(x, 0, 0);
		int bits = 0, odd = 0;
		for (int d = 0; d < 4; d++) bits += gamma >> d & 1;
		for (int d = 0; d < 4; d++)
			if ((gamma >> d & 1) != bits % 2) odd += x[d];
		for (int k = 0; k < NVECTOR; k++) (&o[s][0][0])[k] = (odd % 2 ? -1 : 1) * (&i[s][0][0])[k];
	}
}

/** o = g_d (C_d + C_d^+) i */
static void nm_symmetric(nm_vectors o, nm_vectors i, int d)
{
	nm_step(nm_a, i, d);
	nm_step(nm_b, i, d + 4);
	nm_add(nm_a, nm_b, 1, NV * NVECTOR);
	nm_gamma(o, nm_a, 1 << d);
}

/** nm_sum += factor times the product in the order of dirs, the first acting first, of nm_in times g_spin. */
static void nm_chain(const int *dirs, int n, double factor, int spin)
{
	static nm_vectors v, t;
	nm_gamma(v, nm_in, spin);
	for (int k = 0; k < n; k++) {
		nm_symmetric(t, v, dirs[k]);
		memcpy(v, t, sizeof v);
	}
	nm_add(nm_sum, v, factor, NV * NVECTOR);
}

static void nm_test_steps(void)
{
	/* Spin, taste, and the orders of directions with their signs, as QUDA adds them. */
	static const struct {
		int spin, taste, links, orders;
		double norm;
		int dirs[6][4], sign[6];
	} of[5] = {{3, 3, 0, 1, 1, {{0}}, {1}},
		   {5, 13, 1, 1, 0.5, {{3}}, {1}},
		   {1, 4, 2, 2, 0.125, {{0, 2}, {2, 0}}, {1, -1}},
		   {1, 2, 2, 2, 0.125, {{1, 0}, {0, 1}}, {1, -1}},
		   {6, 13, 3, 6, 0.125 / 6, {{0, 1, 3}, {1, 3, 0}, {3, 0, 1}, {3, 1, 0}, {0, 3, 1}, {1, 0, 3}}, {1, 1, 1, -1, -1, -1}}};
	QudaInvertParam p = newQudaInvertParam();
	double worst = 0;
	p.dslash_type = QUDA_STAGGERED_DSLASH;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	nm_fill(nm_in, NV * NVECTOR);
	for (int d = 0; d < 8; d++) {
		covDevQuda(nm_out, nm_in, d, &p);
		nm_step(nm_ref, nm_in, d);
		worst = tap_worst(worst, nm_differ(nm_out, nm_ref, NV * NVECTOR));
	}
	tap_ok(worst < 1e-14, "covDevQuda: %.1e", worst);
	worst = 0;
	for (int d = 0; d < 5; d++) { /* of QUDA_LAPLACE_DSLASH, without direction d */
		QudaInvertParam q = p;
		q.dslash_type = QUDA_LAPLACE_DSLASH;
		q.kappa = 0.2;
		q.mass_normalization = QUDA_MASS_NORMALIZATION;
		q.laplace3D = d;
		MatQuda(nm_out, nm_in, &q);
		memcpy(nm_sum, nm_in, sizeof nm_in);
		for (int k = 0; k < 8; k++) {
			if (k % 4 == d) continue;
			nm_step(nm_ref, nm_in, k);
			nm_add(nm_sum, nm_ref, -q.kappa, NV * NVECTOR);
		}
		for (int k = 0; k < NV * NVECTOR; k++)
			worst = tap_worst(worst, fabs((&nm_out[0][0][0])[k] - 2.5 * (&nm_sum[0][0][0])[k]));
	}
	tap_ok(worst < 1e-14, "MatQuda of QUDA_LAPLACE_DSLASH: %.1e", worst);
	worst = 0;
	for (int d = 0; d < 8; d++) { /* of QUDA_COVDEV_DSLASH: on spinors, each spin of which is a colour vector */
		static double in[NV][4][NN][2], out[NV][4][NN][2];
		QudaInvertParam q = p;
		q.dslash_type = QUDA_COVDEV_DSLASH;
		q.kappa = 0.5;
		q.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
		q.mass_normalization = QUDA_KAPPA_NORMALIZATION;
		q.covdev_mu = d;
		for (int s = 0; s < 4 * NV; s++) memcpy(in[s / 4][s % 4], nm_in[s / 4], sizeof nm_in[0]);
		MatQuda(out, in, &q);
		nm_step(nm_ref, nm_in, d);
		for (int s = 0; s < 4 * NV; s++) worst = tap_worst(worst, nm_differ(out[s / 4][s % 4], nm_ref[s / 4], NVECTOR));
		MatDagMatQuda(out, in, &q); /* the links are unitary */
		worst = tap_worst(worst, nm_differ(out, in, NV * 4 * NVECTOR));
	}
	tap_ok(worst < 1e-13, "MatQuda of QUDA_COVDEV_DSLASH: %.1e", worst);
	worst = 0;
	for (int sym = 1; sym < 4; sym++) {
		memset(nm_sum, 0, sizeof nm_sum);
		nm_step(nm_a, nm_in, 2);
		nm_step(nm_b, nm_in, 6);
		if (sym & 1) nm_add(nm_sum, nm_a, sym == 3 ? 0.5 : 1, NV * NVECTOR);
		if (sym & 2) nm_add(nm_sum, nm_b, sym == 3 ? 0.5 : 1, NV * NVECTOR);
		shiftQuda(nm_out, nm_in, 2, sym, &p);
		worst = tap_worst(worst, nm_differ(nm_out, nm_sum, NV * NVECTOR));
	}
	tap_ok(worst < 1e-14, "shiftQuda: forward, backward, mean: %.1e", worst);
	worst = 0;
	for (int k = 0; k < 5; k++) {
		memset(nm_sum, 0, sizeof nm_sum);
		for (int n = 0; n < of[k].orders; n++) nm_chain(of[k].dirs[n], of[k].links, of[k].norm * of[k].sign[n], of[k].spin);
		nm_gamma(nm_ref, nm_sum, 15);
		spinTasteQuda(nm_out, nm_in, of[k].spin, of[k].taste, &p);
		worst = tap_worst(worst, nm_differ(nm_out, nm_ref, NV * NVECTOR));
	}
	tap_ok(worst < 1e-14, "spinTasteQuda: none to three links: %.1e", worst);
	for (int two = 0; two < 2; two++) { /* Wuppertal, and two links at a time on one time slice */
		const double side = two ? 1.5 * 1.5 / (16 * 2) : 0.3 / (1 + 6 * 0.3), centre = two ? 1 - 6 * side : 1 / (1 + 6 * 0.3);
		memcpy(nm_ref, nm_in, sizeof nm_in);
		for (int n = 0; n < 2; n++) {
			memset(nm_sum, 0, sizeof nm_sum);
			for (int k = 0; k < 6; k++) {
				nm_step(nm_a, nm_ref, k < 3 ? k : k + 1);
				if (two) nm_step(nm_b, nm_a, k < 3 ? k : k + 1);
				nm_add(nm_sum, two ? nm_b : nm_a, side, NV * NVECTOR);
			}
			nm_add(nm_sum, nm_ref, centre, NV * NVECTOR);
			memcpy(nm_ref, nm_sum, sizeof nm_sum);
		}
		if (!two) {
			performWuppertalnStep(nm_out, nm_in, &p, 2, 0.3);
		} else {
			QudaQuarkSmearParam s;
			memset((void *)&s, 0, sizeof s);
			s.inv_param = &p;
			s.n_steps = 2;
			s.width = 1.5;
			s.t0 = 1;
			p.laplace3D = 3;
			memcpy(nm_out, nm_in, sizeof nm_in);
			performTwoLinkGaussianSmearNStep(nm_out, &s);
			NM_SITES if (x[3] != 1) memcpy(nm_ref[nm_site(x, 0, 0)], nm_in[nm_site(x, 0, 0)], sizeof nm_in[0]);
		}
		worst = nm_differ(nm_out, nm_ref, NV * NVECTOR);
		tap_ok(worst < 1e-14, "%s: %.1e", two ? "performTwoLinkGaussianSmearNStep" : "performWuppertalnStep", worst);
	}
}

/* ---- the force of twisted clover quarks ---- */

enum { NHALF = NV / 2 * 4 * NVECTOR };
static double nm_x[NHALF], nm_phi[NHALF], nm_x0[NHALF], nm_y[NHALF];

/** The links u, and the operator of p on them. */
static void nm_load(void *u, QudaGaugeParam *g, QudaInvertParam *p)
{
	loadGaugeQuda(u, g);
	p->compute_clover_trlog = p->dslash_type == QUDA_CLOVER_WILSON_DSLASH;
	loadCloverQuda(NULL, NULL, p);
}

/** S on the links u: phi^+ (M^+ M)^-1 phi 2 - 4 log |det A_q|, or with detratio -4 Re y^+ M x. M: that of -mu. */
static double nm_action(void *u, QudaGaugeParam *g, QudaInvertParam *p, int detratio)
{
	static double mx[NHALF];
	QudaInvertParam q;
	double sum = 0;
	nm_load(u, g, p);
	q = *p;
	q.mu = -p->mu;
	q.tm_rho = -p->tm_rho;
	q.dagger = p->dagger == QUDA_DAG_NO ? QUDA_DAG_YES : QUDA_DAG_NO;
	if (detratio) {
		MatQuda(mx, nm_x, &q);
		for (int k = 0; k < NHALF; k++) sum -= 4 * nm_y[k] * mx[k];
		return sum;
	}
	q.compute_action = 1;
	invertQuda(nm_x, nm_phi, &q);
	return 2 * q.action[0] - 4 * p->trlogA[p->matpc_type == QUDA_MATPC_EVEN_EVEN_ASYMMETRIC];
}

static void nm_test_quark_force(void)
{
	static double w[NV][4][10], mom[NV][4][10];
	QudaGaugeParam g = nm_gauge(), zero;
	g.t_boundary = QUDA_ANTI_PERIODIC_T; /* links of the last slice: minus those of SU(3) */
	projectSU3Quda(nm_u, 1e-12, &g);
	nm_fill(w, NV * 40);
	for (int s = 0; s < 4 * NV; s++) w[s / 4][s % 4][8] = -w[s / 4][s % 4][6] - w[s / 4][s % 4][7];
	nm_fill(nm_phi, NHALF);
	nm_fill(nm_x0, NHALF);
	for (int kind = 0; kind < 4; kind++) { /* twisted mass clover, its ratio, clover, clover of M M^+ */
		const int detratio = kind == 1;
		QudaInvertParam p = newQudaInvertParam(), q;
		void *x = nm_x, *x0 = nm_x0;
		p.dslash_type = detratio ? QUDA_TWISTED_CLOVER_DSLASH : QUDA_CLOVER_WILSON_DSLASH;
		p.kappa = 0.12;
		p.clover_csw = 1.3;
		p.mu = detratio ? 0.3 : 0;
		p.tm_rho = detratio ? 0.2 : 0;
		p.twist_flavor = detratio ? QUDA_TWIST_SINGLET : QUDA_TWIST_NO;
		p.cpu_prec = p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
		p.dirac_order = QUDA_DIRAC_ORDER;
		p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
		p.clover_order = QUDA_PACKED_CLOVER_ORDER;
		p.solution_type = QUDA_MATPCDAG_MATPC_SOLUTION;
		p.solve_type = QUDA_NORMOP_PC_SOLVE;
		p.inv_type = QUDA_CG_INVERTER;
		p.matpc_type = kind ? QUDA_MATPC_EVEN_EVEN_ASYMMETRIC : QUDA_MATPC_ODD_ODD_ASYMMETRIC;
		p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
		p.dagger = kind == 3 ? QUDA_DAG_NO : QUDA_DAG_YES;
		p.tol = 1e-12;
		p.maxiter = 1000;
		double c = 4 * p.kappa * p.kappa, force = 0, S[2];
		nm_action(nm_u, &g, &p, 0);
		zero = g;
		zero.overwrite_mom = 1;
		if (kind >= 2) c = 2;
		if (kind >= 2)
			computeCloverForceQuda(mom, -1, &x, NULL, &c, -p.kappa * p.kappa, -p.kappa * p.clover_csw / 8, 1, 4, NULL, &zero, &p);
		else
			computeTMCloverForceQuda(mom, &x, &x0, &c, 1, &zero, &p, detratio);
		for (int s = 0; s < 4 * NV; s++)
			for (int k = 0; k < 9; k++) force += (k < 6 ? 2 : 1) * w[s / 4][s % 4][k] * mom[s / 4][s % 4][k]; /* tr w^+ mom */
		q = p;
		q.mu = -p.mu;
		q.tm_rho = -p.tm_rho;
		q.dagger = QUDA_DAG_NO;
		q.mass_normalization = QUDA_INVALID_NORMALIZATION; /* a product has no factor then */
		MatQuda(nm_y, nm_x, &q);
		for (int k = 0; k < NHALF; k++) nm_y[k] += (k / NVECTOR % 4 < 2 ? 1 : -1) * nm_x0[k];
		for (int k = 0; k < 2; k++) {
			memcpy(nm_w, nm_u, sizeof nm_u);
			updateGaugeFieldQuda(nm_w, w, k ? -1e-3 : 1e-3, 0, 1, &g);
			S[k] = nm_action(nm_w, &g, &p, detratio);
		}
		tap_ok(fabs((S[0] - S[1]) / 2e-3 - force) < 1e-4 * fabs(force) + 3e-3, "compute%sCloverForceQuda: %g, the difference of S is %g",
		       kind >= 2 ? "" : "TM", force, (S[0] - S[1]) / 2e-3);
	}
}

/** The action r phi^+ (offset - D D)^-1 phi of staggered quarks on the links u; the solutions stay. */
static double nm_staggered_action(void *u, QudaGaugeParam *g, QudaInvertParam *p)
{
	QudaGaugeParam q = *g;
	void *x = NULL;
	q.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
	memcpy(nm_v, u, sizeof nm_v);
	staggeredPhaseQuda(nm_v, &q);
	q.staggered_phase_applied = 1;
	loadGaugeQuda(nm_v, &q);
	invertMultiShiftQuda(&x, nm_phi, p);
	return p->action[0];
}

static void nm_test_staggered_force(void)
{
	static double w[NV][4][10], mom[NV][4][10];
	QudaGaugeParam g = nm_gauge();
	QudaInvertParam p = newQudaInvertParam();
	double force = 0, S[2];
	nm_fill(w, NV * 40);
	for (int s = 0; s < 4 * NV; s++) w[s / 4][s % 4][8] = -w[s / 4][s % 4][6] - w[s / 4][s % 4][7];
	g.t_boundary = QUDA_ANTI_PERIODIC_T;
	p.dslash_type = QUDA_STAGGERED_DSLASH;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	p.inv_type = QUDA_CG_INVERTER;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.mass_normalization = QUDA_ASYMMETRIC_MASS_NORMALIZATION; /* the same for staggered quarks */
	p.dagger = QUDA_DAG_NO;
	p.mass = 0.1;
	p.maxiter = 1000;
	p.num_offset = 1;
	p.offset[0] = 0.3;
	p.tol = p.tol_offset[0] = 1e-12;
	p.residue[0] = 0.7;
	p.make_resident_solution = p.use_resident_solution = p.compute_action = 1;
	nm_fill(nm_phi, NV / 2 * NVECTOR);
	nm_staggered_action(nm_u, &g, &p);
	g.staggered_phase_type = QUDA_STAGGERED_PHASE_MILC;
	g.staggered_phase_applied = g.use_resident_gauge = 1;
	computeStaggeredForceQuda(mom, 2, -1, NULL, NULL, &g, &p); /* mom += dt delta F, F = -dS / 2 */
	g.staggered_phase_applied = g.use_resident_gauge = 0;
	for (int s = 0; s < 4 * NV; s++)
		for (int k = 0; k < 9; k++) force += (k < 6 ? 2 : 1) * w[s / 4][s % 4][k] * mom[s / 4][s % 4][k];
	for (int k = 0; k < 2; k++) {
		memcpy(nm_w, nm_u, sizeof nm_u);
		updateGaugeFieldQuda(nm_w, w, k ? -1e-3 : 1e-3, 0, 1, &g);
		S[k] = nm_staggered_action(nm_w, &g, &p);
	}
	tap_ok(fabs((S[0] - S[1]) / 2e-3 - force) < 1e-4 * fabs(force) + 3e-3, "computeStaggeredForceQuda: %g, the difference of S is %g", force,
	       (S[0] - S[1]) / 2e-3);
}

static void nm_test_rho(void)
{
	QudaGaugeParam g = nm_gauge();
	QudaInvertParam p = newQudaInvertParam();
	double worst = 0, size = 0;
	loadGaugeQuda(nm_u, &g);
	p.dslash_type = QUDA_TWISTED_CLOVER_DSLASH;
	p.kappa = 1e-6;
	p.clover_coeff = 0.1;
	p.mu = 0.3e5;
	p.tm_rho = 0.2e5;
	p.twist_flavor = QUDA_TWIST_SINGLET;
	p.cpu_prec = p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.clover_order = QUDA_PACKED_CLOVER_ORDER;
	p.solution_type = QUDA_MATPC_SOLUTION;
	p.solve_type = QUDA_NORMOP_PC_SOLVE;
	p.inv_type = QUDA_CG_INVERTER;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN_ASYMMETRIC;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.dagger = QUDA_DAG_NO;
	p.tol = 1e-10;
	p.maxiter = 1000;
	loadCloverQuda(NULL, NULL, &p);
	MatQuda(nm_y, nm_x, &p);
	p.mu += p.tm_rho; /* without hops the site term alone is left */
	p.tm_rho = 0;
	MatQuda(nm_phi, nm_x, &p);
	tap_ok(nm_differ(nm_y, nm_phi, NHALF) < 1e-8, "tm_rho adds to mu: %.1e", nm_differ(nm_y, nm_phi, NHALF));
	p.kappa = 0.12;
	p.mu = 0.3;
	p.tm_rho = 0.2;
	p.clover_coeff = QUDA_INVALID_DOUBLE;
	for (int direct = 0; direct < 3; direct++) {
		p.inv_type = direct ? QUDA_BICGSTAB_INVERTER : QUDA_CG_INVERTER;
		p.solve_type = direct ? QUDA_DIRECT_PC_SOLVE : QUDA_NORMOP_PC_SOLVE;
		p.dagger = direct == 2 ? QUDA_DAG_YES : QUDA_DAG_NO;
		invertQuda(nm_y, nm_x, &p);
		MatQuda(nm_phi, nm_y, &p);
		worst = tap_worst(worst, nm_differ(nm_phi, nm_x, NHALF));
	}
	for (int n = 0; n < NHALF; n++) size += nm_x[n] * nm_x[n];
	tap_ok(worst < 1e-9 * sqrt(size), "solves with tm_rho: %.1e", worst);
	/* A preconditioner whose even-odd form is another changes neither solutions nor products. */
	QudaInvertParam q = p;
	QudaMultigridParam m = newQudaMultigridParam();
	q.tm_rho = 0;
	q.matpc_type = QUDA_MATPC_EVEN_EVEN;
	m.invert_param = &q;
	m.n_level = 2;
	m.n_vec[0] = 4;
	p.dagger = QUDA_DAG_NO;
	p.inv_type = q.inv_type = QUDA_GCR_INVERTER;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	void *const mg = newMultigridQuda(&m);
	for (int rho = 2; rho >= 0; rho--) { /* multigrid with tm_rho, without, and both without */
		q.tm_rho = rho > 1 ? 0.2 : 0;
		updateMultigridQuda(mg, &m);
		p.tm_rho = rho ? 0.2 : 0;
		p.preconditioner = mg;
		p.inv_type_precondition = QUDA_MG_INVERTER;
		invertQuda(nm_y, nm_x, &p);
		MatQuda(nm_phi, nm_y, &p);
		const double with = nm_differ(nm_phi, nm_x, NHALF);
		p.preconditioner = NULL;
		MatQuda(nm_phi, nm_y, &p);
		worst = tap_worst(with, nm_differ(nm_phi, nm_x, NHALF));
		tap_ok(worst < 1e-9 * sqrt(size) && p.iter < 13, "tm_rho = %g with a preconditioner of %g, of the other form: %.1e, %d iterations", p.tm_rho,
		       q.tm_rho, worst, p.iter);
	}
	p.tm_rho = 0.2;
	p.inv_type_precondition = QUDA_INVALID_INVERTER;
	invertQuda(nm_y, nm_x, &p);
	tap_ok(p.iter > 15, "tm_rho without a preconditioner: %d iterations", p.iter);
	destroyMultigridQuda(mg);
}

/** Links whose part in space is divided by an anisotropy: the product is linear in its inverse, and a solve has it. */
static void nm_test_anisotropy(void)
{
	static double x[2 * NHALF], y[3][2 * NHALF], r[2 * NHALF];
	QudaGaugeParam g = nm_gauge();
	QudaInvertParam p = newQudaInvertParam();
	double worst = 0, size = 0;
	g.cuda_prec_sloppy = QUDA_HALF_PRECISION;
	p.dslash_type = QUDA_WILSON_DSLASH;
	p.kappa = 0.12;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.cuda_prec_sloppy = QUDA_HALF_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	p.solution_type = QUDA_MAT_SOLUTION;
	p.solve_type = QUDA_DIRECT_PC_SOLVE;
	p.inv_type = QUDA_BICGSTAB_INVERTER;
	p.matpc_type = QUDA_MATPC_EVEN_EVEN;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	p.dagger = QUDA_DAG_NO;
	p.tol = 1e-10;
	p.maxiter = 1000;
	nm_fill(x, 2 * NHALF);
	for (int k = 0; k < 3; k++) {
		g.anisotropy = 1 << k;
		memcpy(nm_w, nm_u, sizeof nm_u);
		for (int s = 0; s < NV; s++)
			for (int n = 0; n < 3 * NLINK; n++) (&nm_w[s][0][0][0][0])[n] /= g.anisotropy;
		loadGaugeQuda(nm_w, &g);
		MatQuda(y[k], x, &p);
	}
	for (int n = 0; n < 2 * NHALF; n++) worst = tap_worst(worst, fabs(y[2][n] - 1.5 * y[1][n] + 0.5 * y[0][n]));
	tap_ok(worst < 1e-14, "an anisotropy of 4: %.1e from that of 1 and 2", worst);
	invertQuda(y[0], x, &p);
	MatQuda(r, y[0], &p);
	worst = nm_differ(r, x, 2 * NHALF);
	for (int n = 0; n < 2 * NHALF; n++) size += x[n] * x[n];
	tap_ok(worst < 1e-9 * sqrt(size), "a solve with it: %.1e", worst);
}

/** A flow of quarks: the first derivative is the Laplacian, and errors fall with the third power of the step. */
static void nm_test_quark_flow(void)
{
	static nm_vectors f[4], zero;
	QudaGaugeParam g = nm_gauge();
	QudaInvertParam p = newQudaInvertParam();
	QudaGaugeSmearParam s = newQudaGaugeSmearParam();
	QudaGaugeObservableParam o[2];
	double error[3] = {0, 0, 0}, slope = 0;
	o[0] = o[1] = newQudaGaugeObservableParam();
	g.t_boundary = QUDA_ANTI_PERIODIC_T;
	loadGaugeQuda(nm_u, &g);
	p.dslash_type = QUDA_LAPLACE_DSLASH;
	p.kappa = 1;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.mass_normalization = QUDA_KAPPA_NORMALIZATION;
	s.smear_type = QUDA_GAUGE_SMEAR_WILSON_FLOW;
	s.meas_interval = 100;
	nm_fill(nm_in, NV * NVECTOR);
	MatQuda(zero, nm_in, &p); /* x - sum of steps: minus the Laplacian, less 7 x */
	for (int k = 0; k < 4; k++) {
		s.n_steps = 1u << k;
		s.epsilon = 0.04 / (1 << k);
		performGFlowQuda(f[k], nm_in, &p, &s, o);
	}
	for (int k = 0; k < 3; k++) error[k] = nm_differ(f[k], f[3], NV * NVECTOR);
	s.n_steps = 1;
	s.epsilon = 1e-6;
	performGFlowQuda(nm_out, nm_in, &p, &s, o);
	for (int n = 0; n < NV * NVECTOR; n++) {
		const double x = (&nm_in[0][0][0])[n], d = ((&nm_out[0][0][0])[n] - x) / 1e-6;
		slope = tap_worst(slope, fabs(d + (&zero[0][0][0])[n] + 7 * x));
	}
	tap_ok(slope < 1e-3 && error[0] > 6 * error[1] && error[1] > 6 * error[2], "performGFlowQuda: a derivative to %.1e, errors %.1e %.1e %.1e", slope, error[0],
	       error[1], error[2]);
	freeUniqueGaugeQuda(QUDA_SMEARED_LINKS);
}

static void nm_test_sinks(void)
{
	static double quark[2][NV][4][NN][2];
	static nm_vectors vector[2];
	static double sink[2][2][NL][4][2];
	QudaInvertParam p = newQudaInvertParam();
	const int X[4] = {NL, NL, NL, NL};
	double worst = 0;
	void *q[2] = {quark[0], quark[1]}, *e[2] = {vector[0], vector[1]};
	p.dslash_type = QUDA_WILSON_DSLASH;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	nm_fill(quark, 2 * NV * 4 * NVECTOR);
	nm_fill(vector, 2 * NV * NVECTOR);
	laphSinkProject((double_complex *)(void *)sink, q, 2, 1, e, 2, 2, &p, X);
	NM_SITES
	{
		const int s = nm_site(x, 0, 0);
		for (int k = 0; k < 16 * NN; k++) {
			const double *a = vector[k & 1][s][k / 16], *b = quark[k >> 1 & 1][s][k >> 2 & 3][k / 16];
			double *const z = sink[k >> 1 & 1][k & 1][x[3]][k >> 2 & 3];
			z[0] -= a[0] * b[0] + a[1] * b[1];
			z[1] -= a[0] * b[1] - a[1] * b[0];
		}
	}
	for (int k = 0; k < 2 * 2 * NL * 4 * 2; k++) worst = tap_worst(worst, fabs((&sink[0][0][0][0][0])[k]));
	tap_ok(worst < 1e-12, "laphSinkProject: %.1e", worst);
}

static void nm_test_contractions(void)
{
	static double x[NV][4][NN][2], y[NV][4][NN][2], open[NV][4][4][2], dr[NV][16][2];
	QudaInvertParam p = newQudaInvertParam();
	const int X[4] = {NL, NL, NL, NL};
	double worst = 0;
	p.dslash_type = QUDA_WILSON_DSLASH;
	p.cpu_prec = QUDA_DOUBLE_PRECISION;
	p.dirac_order = QUDA_DIRAC_ORDER;
	p.gamma_basis = QUDA_DEGRAND_ROSSI_GAMMA_BASIS;
	nm_fill(x, NV * 4 * NVECTOR);
	nm_fill(y, NV * 4 * NVECTOR);
	contractQuda(x, y, open, QUDA_CONTRACT_TYPE_OPEN, &p, X);
	contractQuda(x, y, dr, QUDA_CONTRACT_TYPE_DR, &p, X);
	for (int s = 0; s < NV; s++) {
		double z[4][4][2];
		memset(z, 0, sizeof z);
		for (int k = 0; k < 16 * NN; k++) {
			const double *a = x[s][k / NN / 4][k % NN], *b = y[s][k / NN % 4][k % NN];
			z[k / NN / 4][k / NN % 4][0] += a[0] * b[0] + a[1] * b[1];
			z[k / NN / 4][k / NN % 4][1] += a[0] * b[1] - a[1] * b[0];
		}
		worst = tap_worst(worst, nm_differ(z, open[s], 32));
		/* 1, g2, g5 g3 and i g2 g4 */
		worst = tap_worst(worst, fabs(dr[s][0][0] - z[0][0][0] - z[1][1][0] - z[2][2][0] - z[3][3][0]));
		worst = tap_worst(worst, fabs(dr[s][2][0] + z[0][3][0] - z[1][2][0] - z[2][1][0] + z[3][0][0]));
		worst = tap_worst(worst, fabs(dr[s][8][0] + z[0][2][1] - z[1][3][1] + z[2][0][1] - z[3][1][1]));
		worst = tap_worst(worst, fabs(dr[s][14][0] - z[0][1][1] + z[1][0][1] + z[2][3][1] - z[3][2][1]));
	}
	tap_ok(worst < 1e-14, "contractQuda: %.1e", worst);
}
#endif

static void nm_test_small_matrices(void)
{
	double a[2][6], b[2][6], c[2][4], x[5][5][2], y[5][5][2], alpha[2] = {2, 0}, worst = 0;
	QudaBLASParam p = newQudaBLASParam();
	p.blas_type = QUDA_BLAS_GEMM;
	p.data_type = QUDA_BLAS_DATATYPE_D;
	p.m = p.n = p.ldb = p.ldc = p.batch_count = 2;
	p.k = p.lda = 3;
	memcpy(&p.alpha, alpha, sizeof alpha);
	nm_fill(a, 12);
	nm_fill(b, 12);
	for (int turned = 0; turned < 2; turned++) { /* A and B as they are, or the memory of B^T */
		p.trans_b = turned ? QUDA_BLAS_OP_T : QUDA_BLAS_OP_N;
		p.ldb = turned ? 3 : 2;
		for (int k = 0; k < 8; k++) c[k / 4][k % 4] = tap_nan(); /* beta = 0 does not read C */
		blasGEMMQuda(a, b, c, QUDA_BOOLEAN_TRUE, &p);
		for (int k = 0; k < 8; k++) {
			const int n = k / 4, i = k / 2 % 2, j = k % 2;
			double sum = 0;
			for (int l = 0; l < 3; l++) sum += 2 * a[n][3 * i + l] * b[n][turned ? 3 * j + l : 2 * l + j];
			worst = tap_worst(worst, fabs(sum - c[n][2 * i + j]));
		}
	}
	tap_ok(worst < 1e-15, "blasGEMMQuda: %.1e", worst);
	p = newQudaBLASParam();
	p.inv_mat_size = 5;
	p.data_type = QUDA_BLAS_DATATYPE_Z;
	nm_fill(x, 50);
	x[0][0][0] = x[0][0][1] = 0;
	blasLUInvQuda(y, x, QUDA_BOOLEAN_FALSE, &p);
	worst = 0;
	for (int k = 0; k < 25; k++) {
		double re = k % 6 == 0 ? -1 : 0, im = 0;
		for (int l = 0; l < 5; l++) {
			const double *u = x[k / 5][l], *v = y[l][k % 5];
			re += u[0] * v[0] - u[1] * v[1];
			im += u[0] * v[1] + u[1] * v[0];
		}
		worst = tap_worst(worst, fabs(re) + fabs(im));
	}
	tap_ok(worst < 1e-12, "blasLUInvQuda: %.1e", worst);
}

static void test_quda_names(void)
{
	setVerbosityQuda(QUDA_SILENT, "", NULL);
	test_all_names();
	nm_test_small_matrices();
	initQuda(0);
	setVerbosityQuda(QUDA_SILENT, "", stdout);
#if LQCD_NC == 3
	nm_test_links();
	nm_test_momenta();
	nm_test_paths();
	nm_test_fat_links();
	nm_test_smearing();
	nm_test_gauge_fixing();
	nm_test_steps();
	nm_test_contractions();
	nm_test_quark_force();
	nm_test_staggered_force();
	nm_test_rho();
	nm_test_anisotropy();
	nm_test_quark_flow();
	nm_test_sinks();
#endif
	endQuda();
}
