/* tests/gpu/quda.cu: compat/quda.h with LQCD_QUDA_DEVICE: the tests of ../quda/quda.c with operators on the device, and the
 * same calls on the host. With LQCD_TEST_LEAKS in the environment it leaves out the errors that end a process while it has
 * memory of the device. */
#include <lqcd/gauge/project.h>
#define LQCD_QUDA_DEFINE
#define LQCD_QUDA_DEVICE
#include <lqcd/compat/quda.h>

/* Its function link is no name that the library shadows. */
#include <sys/wait.h>
#include <unistd.h>

#include "../support/support.h"

#include "../quda/quda_naive.h"
#include "../quda/quda_calls.h"
#include "../quda/quda_solves.h"
#include "../quda/quda_more.h"
#include "../quda/quda_staggered.h"

/* ---- refusals ---- */

static void load_as(QudaReconstructType form, QudaReconstructType sloppy)
{
	QudaGaugeParam g = gauge_param(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	g.reconstruct = form;
	g.reconstruct_sloppy = sloppy;
	loadGaugeQuda(write_links(&g), &g);
}

/* What a program does in case k; 0 after the last. The words that the error must have. */
static const char *refused(int k, int run)
{
	static const char *const words[] = {"initQuda: device 99", "endQuda comes before", "reconstruct = 9", "reconstruct_sloppy = 13",
					    "preconditioner: of another lattice"};
	if (k >= 5) return NULL;
	if (!run) return words[k];
	initQuda(k ? 0 : 99);
	if (k == 1) initQuda(LQCD_QUDA_HOST);
	if (k < 2) return words[k];
	QudaInvertParam p = param(QUDA_WILSON_DSLASH);
	load_as(k == 2 ? QUDA_RECONSTRUCT_9 : QUDA_RECONSTRUCT_NO, k == 3 ? QUDA_RECONSTRUCT_13 : QUDA_RECONSTRUCT_INVALID);
	if (k == 4) { /* endQuda takes the lattice away */
		QudaMultigridParam m = newQudaMultigridParam();
		m.invert_param = &p;
		m.n_level = 2;
		m.n_vec[0] = 2;
		p.preconditioner = newMultigridQuda(&m);
		p.inv_type_precondition = QUDA_MG_INVERTER;
		p.inv_type = QUDA_GCR_INVERTER;
		p.solve_type = QUDA_DIRECT_PC_SOLVE;
		endQuda();
		initQuda(0);
		load_as(QUDA_RECONSTRUCT_NO, QUDA_RECONSTRUCT_INVALID);
		invertQuda(x_, b_, &p);
	}
	MatQuda(x_, b_, &p);
	return words[k];
}

/* In a process of its own, before this one has a device: the error, or no text. */
static void run_refused(int k, char text[600])
{
	int pipes[2], status = 0;
	size_t length = 0;
	fflush(stdout);
	text[0] = 0;
	if (pipe(pipes) != 0) return;
	const pid_t child = fork();
	if (child == 0) {
		dup2(pipes[1], 2);
		if (k < 0)
			initQuda(0);
		else
			refused(k, 1);
		_exit(0);
	}
	close(pipes[1]);
	for (ssize_t n; (n = read(pipes[0], text + length, 599 - length)) > 0;) length += (size_t)n;
	close(pipes[0]);
	waitpid(child, &status, 0);
	text[length > 0 ? length - 1 : 0] = 0;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != (length > 0)) snprintf(text, 600, "status %d", status);
}

/* Ends the program where there is no device: initQuda says so. */
static void test_refusals(void)
{
	char text[600];
	run_refused(-1, text);
	if (*text) {
		tap_ok(strstr(text, "ERROR: initQuda: device 0: ") && strstr(text, "LQCD_QUDA_HOST"), "no device: %s", text);
		exit(77);
	}
	const char *const leaks = getenv("LQCD_TEST_LEAKS");
	for (int k = 0; refused(k, 0) && (!leaks || k < 2); k++) {
		run_refused(k, text);
		tap_ok(strstr(text, "ERROR: ") && strstr(text, refused(k, 0)), "%s: %s", refused(k, 0), text);
	}
}

/* ---- the device and the host ---- */

/* The device did all since the links were loaded. */
static void used_device(const char *what)
{
	const lqcd__quda_device *k = &lqcd__quda.device;
	tap_ok(k->on && (k->has_wilson || k->made) && !lqcd__quda.has_inverter && !lqcd__quda.staggered.made, "%s: on the device, %s", what, k->gpu.name);
}

/* Results of products and solves of each type, last with a given clover field; where they are computed. */
enum { KINDS = 5 };
static double results[2][KINDS][4][SIZE];

static const char *kind_name(int kind)
{
	return kind < 4 ? type_name[kind] : "given clover";
}

static QudaInvertParam begin_kind(int kind)
{
	static double field[V * 8 * N * N];
	QudaInvertParam p = begin(kind < 4 ? kind : 1);
	if (kind < 4) return p;
	p.clover_order = QUDA_PACKED_CLOVER_ORDER;
	p.clover_cpu_prec = QUDA_DOUBLE_PRECISION;
	for (int s = 0; s < V; s++) pack_clover(field + s * 8 * N * N, clover[s]);
	loadCloverQuda(field, NULL, &p);
	return p;
}

static void compute(int host)
{
	const int grid[4] = {1, 1, 1, 1};
	endQuda();
	setVerbosityQuda(QUDA_SILENT, "# ", stdout);
	initCommsGridQuda(4, grid, NULL, NULL);
	initQuda(host ? LQCD_QUDA_HOST : 0);
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	for (int kind = 0; kind < KINDS; kind++) {
		double(*r)[SIZE] = results[host][kind];
		QudaInvertParam p = begin_kind(kind);
		p.solution_type = QUDA_MATPC_SOLUTION;
		dslashQuda(r[0], b_, &p, QUDA_ODD_PARITY);
		MatDagMatQuda(r[1], b_, &p);
		p.solution_type = QUDA_MAT_SOLUTION;
		MatQuda(r[2], b_, &p);
		p.cuda_prec_sloppy = kind % 2 ? QUDA_SINGLE_PRECISION : kind ? QUDA_HALF_PRECISION : QUDA_DOUBLE_PRECISION;
		invertQuda(r[3], b_, &p);
		const lqcd__quda_device *k = &lqcd__quda.device;
		const int there = k->on && k->has_wilson && !k->f.link == !(kind % 2) && !k->h.link == (kind % 2 || !kind);
		tap_ok(host ? lqcd__quda.has_inverter && !k->on : there && !lqcd__quda.has_inverter, "%s: computed on the %s", kind_name(kind),
		       host ? "host" : "device");
	}
}

static void test_host(void)
{
	fill(b_, SIZE);
	for (int host = 0; host < 2; host++) compute(host);
	for (int kind = 0; kind < KINDS; kind++) {
		double apart[4];
		for (int k = 0; k < 4; k++) {
			double d = 0, n = 0;
			for (int i = 0; i < (k < 2 ? SIZE / 2 : SIZE); i++) {
				const double x = results[0][kind][k][i], y = results[1][kind][k][i];
				d += (x - y) * (x - y);
				n += y * y;
			}
			apart[k] = n > 0 && d >= 0 ? sqrt(d / n) : DBL_MAX;
		}
		tap_ok(apart[0] < 1e-13 && apart[1] < 1e-13 && apart[2] < 1e-13 && apart[3] < 1e-8,
		       "%s: device and host: hops %.1e, even-odd %.1e, full %.1e, solution %.1e", kind_name(kind), apart[0], apart[1], apart[2], apart[3]);
	}
	compute(0);
}

/* Multigrid of a given clover field, with three levels, with blocks that do not fit and after other links were loaded: on the device. */
static void test_device_multigrid(int few)
{
	static const char *const what[4] = {"a given clover field", "three levels", "blocks that do not fit", "after other links"};
	for (int k = few ? 3 : 0; k < 4; k++) {
		QudaInvertParam p = k ? begin(k % 2) : begin_kind(4);
		QudaMultigridParam m = newQudaMultigridParam();
		m.invert_param = &p;
		m.n_level = k == 1 ? 3 : 2;
		m.n_vec[0] = 6;
		m.n_vec[1] = 4;
		for (int mu = 0; mu < 4; mu++) m.geo_block_size[0][mu] = k == 1 ? 2 - (mu == 2) : k == 2 ? 5 : 0;
		p.inv_type = QUDA_GCR_INVERTER;
		p.solve_type = QUDA_DIRECT_PC_SOLVE;
		void *const mg = newMultigridQuda(&m);
		p.inv_type_precondition = QUDA_MG_INVERTER;
		p.preconditioner = mg;
		const lqcd__quda_multigrid *const made = (const lqcd__quda_multigrid *)mg;
		const int there = made->on_device && made->there.made && made->there.mg.applied == 0 && !lqcd__quda.has_inverter;
		if (k == 3) { /* it is still one of the same mass, and preconditions the new operator */
			for (int i = 0; i < 4 * V; i++) {
				lqcd_su3_d w;
				memcpy(&w, u[i % 4][i / 4], sizeof w);
				w.e[0][0].re += 0.1 * tap_random();
				lqcd_su3_project_polar_d(&w);
				memcpy(u[i % 4][i / 4], &w, sizeof w);
			}
			load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
			loadCloverQuda(NULL, NULL, &p);
			make_clover();
		}
		fill(b_, SIZE);
		for (int i = 0; i < SIZE; i++) x_[i] = -7;
		invertQuda(x_, b_, &p);
		apply(y_, x_, &p, 0);
		const double r = deviation(b_, y_, &p);
		const int used = there && made->there.mg.applied > 0 && lqcd__quda.device.has_wilson && !lqcd__quda.has_inverter;
		tap_ok(r < 1.05e-10 && fabs(r - p.true_res) < 0.05 * r + 1e-14 && used, "multigrid on the device, %s: residual %.1e, %d iterations%s",
		       what[k], r, p.iter, used ? "" : ", not on the device");
		destroyMultigridQuda(mg);
		tap_ok(!lqcd__quda.multigrids, "none is left");
	}
	make_links();
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
}

/* Many sources, one of them 0, and some with a guess. */
enum { SOURCES = 18 };
static double source_[SOURCES][SIZE], solution_[SOURCES][SIZE];

static void test_sources(int type, int few)
{
	double worst = 0, reported = 0;
	int wrong = 0;
	for (int k = few ? 3 : 0; k < 5; k++) {
		QudaInvertParam p = begin(type);
		QudaMultigridParam m = newQudaMultigridParam();
		void *x[SOURCES], *b[SOURCES];
		p.num_src = k % 2 ? SOURCES : 3;
		p.inv_type = k == 4 ? QUDA_GCR_INVERTER : k / 2 ? QUDA_BICGSTAB_INVERTER : QUDA_CG_INVERTER;
		p.solve_type = p.inv_type == QUDA_CG_INVERTER ? QUDA_NORMOP_PC_SOLVE : QUDA_DIRECT_PC_SOLVE;
		p.cuda_prec_sloppy = k % 2 ? QUDA_SINGLE_PRECISION : QUDA_DOUBLE_PRECISION;
		p.dagger = k == 1 || k == 2 || (k == 4 && type < 2) ? QUDA_DAG_YES : QUDA_DAG_NO;
		p.mass_normalization = (QudaMassNormalization)(k % 3);
		p.use_init_guess = k == 2 ? QUDA_USE_INIT_GUESS_YES : QUDA_USE_INIT_GUESS_NO;
		m.invert_param = &p;
		m.n_level = 2;
		m.n_vec[0] = 4;
		if (k == 4) {
			p.preconditioner = newMultigridQuda(&m);
			p.inv_type_precondition = QUDA_MG_INVERTER;
		}
		for (int n = 0; n < p.num_src; n++) {
			fill(source_[n], SIZE);
			for (int i = 0; i < SIZE; i++) solution_[n][i] = k == 2 ? 0.1 * source_[n][i] : -7;
			x[n] = solution_[n];
			b[n] = source_[n];
		}
		memset(source_[1], 0, sizeof source_[1]);
		invertMultiSrcQuda(x, b, &p);
		wrong += p.iter < 2 * (p.num_src - 1) || !(p.secs > 0) || !(p.gflops > 0) || !lqcd__quda.device.has_wilson || lqcd__quda.has_inverter;
		double largest = 0;
		for (int n = 0; n < p.num_src; n++) {
			apply(y_, solution_[n], &p, 0);
			for (int i = 0; i < SIZE && n == 1; i++) wrong += fabs(solution_[n][i]) > 0;
			if (n != 1) largest = tap_worst(largest, deviation(source_[n], y_, &p));
		}
		worst = tap_worst(worst, largest);
		reported = tap_worst(reported, fabs(largest - p.true_res) / (largest + 1e-13));
		destroyMultigridQuda(p.preconditioner);
	}
	tap_ok(worst < 1.05e-10 && reported < 0.05 && wrong == 0, "%s: many sources: residual %.1e, reported to %.1e, %d wrong", type_name[type], worst,
	       reported, wrong);
}

/* Links in fewer reals. */
static void test_reconstruct(void)
{
	static const QudaReconstructType form[3] = {QUDA_RECONSTRUCT_INVALID, QUDA_RECONSTRUCT_12, QUDA_RECONSTRUCT_8};
	static const int reals[3] = {18, 12, 8};
	static const lqcd_link_storage storage[3] = {LQCD_LINK_18, LQCD_LINK_12, LQCD_LINK_8};
	for (int k = 0; k < 9; k++) {
		load_as(form[k / 3], form[k % 3]);
		QudaInvertParam p = begin(k % 4);
		fill(b_, SIZE);
		apply(y_, b_, &p, 0);
		MatQuda(x_, b_, &p);
		const double d = deviation(y_, x_, &p);
		p.cuda_prec_sloppy = k % 2 ? QUDA_HALF_PRECISION : QUDA_SINGLE_PRECISION;
		invertQuda(x_, b_, &p);
		apply(y_, x_, &p, 0);
		const double r = deviation(b_, y_, &p);
		const lqcd__quda_device *there = &lqcd__quda.device;
		const lqcd_link_storage low = k % 2 ? there->h.storage : there->f.storage;
		tap_ok(d < (k / 3 == 2 ? 1e-11 : 1e-13) && r < 1.05e-10 && there->d.storage == storage[k / 3] &&
			       low == (k % 2 && k % 3 == 2 ? LQCD_LINK_12 : storage[k % 3]),
		       "links in %d reals, sloppy %d: product %.1e, residual %.1e", reals[k / 3], reals[k % 3], d, r);
	}
}

int main(void)
{
	const int few = getenv("LQCD_TEST_FEW") != NULL;
	test_back_end();
	make_lattice();
	test_refusals();
	start();
	for (int type = few; type < (few ? 3 : TYPES); type++) {
		test_products(type);
		test_solves(type);
		used_device(type_name[type]);
	}
	if (!few) {
		test_orders();
		test_numbers();
		used_device("orders, sources");
		test_given_clover();
		test_guess();
	}
	for (int k = few; k < 2; k++) {
		const QudaDslashType type = k ? QUDA_ASQTAD_DSLASH : QUDA_STAGGERED_DSLASH;
		test_staggered(type);
		used_device(k ? "asqtad" : "staggered");
	}
	test_multigrid(1);
	used_device("multigrid");
	if (!few) {
		test_multigrid(0);
		test_multigrid(3);
		used_device("multigrid of Wilson quarks and twisted clover");
	}
	test_device_multigrid(few);
	if (!few) {
		test_other_extents();
		destroyMultigridQuda(left_);
	}
	for (int type = few; type < 4 - 2 * few; type++) test_sources(type, few);
	test_host();
	if (N == 3) test_reconstruct();
	if (few) {
		endQuda();
		return tap_done();
	}
	/* What the host does beside a device. */
	load(QUDA_QDP_GAUGE_ORDER, QUDA_DOUBLE_PRECISION);
	test_eigen(2);
	test_staggered_eigen(QUDA_STAGGERED_DSLASH, 1);
	test_gauge();
	endQuda();
	return tap_done();
}
