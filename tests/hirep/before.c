/* tests/hirep/before.c: a program as HiRep's were in the last years before libhr.h: WL_path declared by the program, with a
 * struct of its own; measurements that do not say what to store; names that are others now. */
#define MAIN_PROGRAM

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "random.h"
#include "error.h"
#include "geometry.h"
#include "memory.h"
#include "statistics.h"
#include "update.h"
#include "global.h"
#include "observables.h"
#include "suN.h"
#include "suN_types.h"
#include "dirac.h"
#include "linear_algebra.h"
#include "inverters.h"
#include "representation.h"
#include "utils.h"
#include "logger.h"
#include "gaugefix.h"
#include "moreio.h"
#include "wilsonflow.h"
#include "setup.h"
#include "spectrum.h"
#include "clover_exp.h"
#include "clover_tools.h"
#include "disconnected.h"
#include "communications.h"
#include "../Include/logger.h"
#include "../Include/global.h"
#include "../Include/hr_omp.h"
#include "single_double_utils.h"
#include "test_utils.h"
#include "glueballs.h"
#include "communications_flt.h"
#include "geometry_check.h"
#include "field_ordering.h"
#include "cinfo.c"
#include "check.h"

extern struct {
	int c[3];
	int *path;
	int length;
	int **perm;
	int nperms;
	int nsteps;
} WL_path[256];
extern int WL_npaths;
extern int WL_max_nsteps;

static double mass = 0.4;

/* Units of programs define what HiRep's headers declare. */
void write_gauge_field_openQCD(char filename[])
{
	write_gauge_field_matrix(filename);
}

double ModeNumber(double M2)
{
	return 0.5 * M2;
}

typedef struct {
	char name[256];
	void (*read)(char *);
	void (*write)(char *);
} format_type;

static format_type format[4] = {{.name = "mpieo", .read = read_gauge_field, .write = write_gauge_field},
				{.name = "matrix", .read = read_gauge_field_matrix, .write = write_gauge_field_matrix},
				{.name = "su2q", .read = read_gauge_field_su2q, .write = write_gauge_field_su2q},
				{.name = "openQCD", .read = NULL, .write = write_gauge_field_openQCD}};

static double sqnorm_of(suNg_field *u)
{
	double sum = 0;
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		for (int mu = 0; mu < 4; mu++) {
			double part;
			_suNg_sqnorm(part, *_4FIELD_AT(u, ix, mu));
			sum += part;
		}
	}
	global_sum(&sum, 1);
	return sum;
}

/** What tables of formats write, they read. */
static void formats(void)
{
	suNg_field *keep = alloc_gfield(&glattice);
	char file[] = "before.links";
	suNg_field_copy(keep, u_gauge);
	for (int k = 0; k < 4; k++) {
		const int matrices = k == 1 || k == 3;
		if (k == 2 && NG != 2) continue;
		suNg_field_copy(u_gauge, keep);
		format[k].write(file);
		random_u(u_gauge);
		format[matrices ? 1 : k].read(file);
		if (matrices) apply_BCs_on_represented_gauge_field();
		_MASTER_FOR(&glattice, ix)
			for (int mu = 0; mu < 4; mu++)
				_suNg_sub_assign(*_4FIELD_AT(u_gauge, ix, mu), *_4FIELD_AT(keep, ix, mu));
		close_to(sqrt(sqnorm_of(u_gauge) / (double)GLB_VOLUME), 0, 1e-14, format[k].name);
	}
	suNg_field_copy(u_gauge, keep);
	represent_gauge_field();
	remove(file);
	free_gfield(keep);
	double (*number)(double) = ModeNumber;
	close_to(number(3), 1.5, 1e-15, "ModeNumber is the program's");
}

/** Numbers in both byte orders, one longer than a part of lqcd__hr_fwrite, against the bytes of their digits. */
static void bytes(void)
{
	enum { some = 1500 };
	int i[some], ri[some];
	double d[some], rd[some];
	float f = 0, expected = 0.15625f;
	unsigned char byte[8];
	for (int k = 0; k < some; k++) {
		double r[2];
		ranlxd(r, 2);
		i[k] = (int)(2e9 * (r[0] - 0.5));
		d[k] = r[1] - 0.5;
		ri[k] = -1;
		rd[k] = 7;
	}
	i[0] = 0x01020304;
	d[0] = 1;
	for (int big = 0; big < 2; big++) {
		FILE *file = fopen("before.bytes", "w+b");
		check(file != NULL, "a file of numbers");
		if (!file) return;
		check((big ? fwrite_BE_int : fwrite_LE_int)(i, some, file) == some, "integers written");
		check((big ? fwrite_BE_double : fwrite_LE_double)(d, some, file) == some, "doubles written");
		check(i[0] == 0x01020304 && d[0] >= 1 && d[0] <= 1, "numbers stay");
		rewind(file);
		check(fread(byte, 1, 4, file) == 4, "the first");
		for (int k = 0; k < 4; k++) check(byte[k] == (big ? k + 1 : 4 - k), "a byte of an integer");
		fseek(file, some * 4L, SEEK_SET);
		check(fread(byte, 1, 8, file) == 8 && byte[big ? 0 : 7] == 0x3f && byte[big ? 1 : 6] == 0xf0 && !byte[3],
		      "bytes of 1");
		rewind(file);
		check((big ? fread_BE_int : fread_LE_int)(ri, some, file) == some && !memcmp(i, ri, sizeof i), "integers read");
		check((big ? fread_BE_double : fread_LE_double)(rd, some + 5, file) == some && !memcmp(d, rd, sizeof d),
		      "doubles read, and how many there are");
		fclose(file);
	}
	const unsigned char of_float[4] = {0x3e, 0x20, 0, 0};
	FILE *file = fopen("before.bytes", "w+b");
	if (!file) return;
	check(fwrite(of_float, 1, 4, file) == 4, "a float");
	rewind(file);
	check(fread_BE_float(&f, 1, file) == 1 && !memcmp(&f, &expected, sizeof f), "fread_BE_float");
	fclose(file);
	remove("before.bytes");
}

/** Gauge transformations are fields of links, of one matrix on each site. */
static void transformations(void)
{
	suNg_field *g = alloc_gtransf(&glattice);
	double before = avr_plaquette();
	_MASTER_FOR(g->type, ix)
		random_suNg(_FIELD_AT(g, ix));
	start_gt_sendrecv(g);
	complete_gt_sendrecv(g);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) {
			suNg v, *u = pu_gauge(ix, mu);
			_suNg_times_suNg_dagger(v, *u, *_FIELD_AT(g, iup(ix, mu)));
			_suNg_times_suNg(*u, *_FIELD_AT(g, ix), v);
		}
	start_gf_sendrecv(u_gauge);
	complete_gf_sendrecv(u_gauge);
	close_to(avr_plaquette(), before, 1e-14, "plaquettes of transformed links");
	free_gtransf(g);
}

static void paths(void)
{
	int c[3] = {1, 2, 0};
	WL_initialize();
	check(WL_npaths == 0 && WL_path[0].nperms == 0, "no path");
	WL_load_path(c, 1);
	check(WL_npaths == 1 && WL_max_nsteps == 1 && WL_path[0].length == 3 && WL_path[0].nperms == 6, "a path");
	WL_free();
	check(WL_npaths == 0, "no path again");
}

static void matrices(void)
{
	suNg a, b, c;
	double complex det = 0;
	double off = 0;
	random_suNg(&a);
	random_suNg(&b);
	det_hermNg(&det, &a);
	complex_close_to(det, 1, 0, 1e-14, "det_hermNg");
	det_suNg(&det, &a);
	complex_close_to(det, 1, 0, 1e-14, "det_suNg");
	_suNg_add_assign(a, b);
	c = a;
	inv_hermNg(&a);
	_suNg_times_suNg(b, a, c);
	for (int i = 0; i < NG * NG; i++) off += cabs(b.c[i] - (i % (NG + 1) ? 0 : 1));
	check(off < 1e-12, "inv_hermNg: off by %.1e", off);
	random_suNg(&a);
	_suNg_dagger(b, a);
	_suNg_sub_assign(a, b);
	WF_Exp_Taylor(&b, &a);
	WF_Exp(&c, &a);
	_suNg_sub_assign(b, c);
	off = 0;
	for (int i = 0; i < NG * NG; i++) off += cabs(b.c[i]);
	check(NG > 2 || off < 1e-13, "WF_Exp and WF_Exp_Taylor: off by %.1e", off);
}

/* In 2019 loops were printed alone: the same hits. */
static void printed_loops(void)
{
	double after[2];
	rlxd_init(1, 78);
	measure_loops(1, &mass, 2, 0, 1e-12, 2, 1, NULL);
	ranlxd(&after[0], 1);
	rlxd_init(1, 78);
	measure_loops(1, &mass, 2, 0, 1e-12, 2, 1);
	ranlxd(&after[1], 1);
	check(fabs(after[0] - after[1]) <= 0, "measure_loops without a place for numbers");
	spinor_field *s = alloc_spinor_field_f(8, &glattice);
	for (int k = 0; k < 8; k++) gaussian_spinor_field(&s[k]);
	measure_bilinear_loops_spinorfield(s, s + 4, 0, 2, 1);
	measure_bilinear_loops_spinorfield(s, s + 4, 0, 1, DONTSTORE, NULL);
	free_spinor_field_f(s);
}

/* The old one sums over hits, colours, and parities. */
static void loops(int type, int sets)
{
	double complex ***out = (double complex ***)malloc(sizeof *out), sum = 0, of[16] = {0};
	data_storage_array *all = NULL;
	double worst = 0;
	out[0] = (double complex **)malloc(16 * sizeof *out[0]);
	for (int g = 0; g < 16; g++) out[0][g] = (double complex *)calloc((size_t)GLB_T, sizeof *out[0][g]);
	rlxd_init(1, 77);
	measure_loops(1, &mass, 2, 0, 1e-12, type, 1, out);
	rlxd_init(1, 77);
	measure_loops(&mass, 2, 0, 1e-12, type, 1, STORE, &all);
	for (int k = 0; k < 2 * sets * 16 * GLB_T; k++) {
		const double *z = all->element[0].data + 2 * k;
		of[k / GLB_T % 16] += z[0] + I * z[1];
	}
	for (int g = 0; g < 16; g++) {
		sum = -of[g];
		for (int t = 0; t < GLB_T; t++) sum += out[0][g][t];
		if (cabs(sum) > worst) worst = cabs(sum);
		free(out[0][g]);
	}
	check(worst < 1e-9 && cabs(of[8]) > 1, "measure_loops of type %d: off by %.1e", type, worst);
	free(out[0]);
	free(out);
	free_data_storage(all);
}

/* Scalar fields without a number of them: colour vectors if they are called so, numbers otherwise. */
static void scalars(void)
{
	scalar_field *la = alloc_sfield(1, &glattice), *lb = alloc_sfield(&glattice);
	double sum = 0;
	u_scalar = alloc_scalar_field(&glattice);
	suNg_scalar_field *copy = alloc_scalar_field(&glattice);
	random_s(u_scalar);
	suNg_scalar_field_copy(copy, u_scalar);
	_MASTER_FOR(&glattice, ix)
	{
		const suNg_vector *v = _FIELD_AT(copy, ix);
		double norm = 0;
		for (int i = 0; i < NG; i++) norm += creal(v->c[i] * conj(v->c[i]));
		*_FIELD_AT(la, ix) = norm;
		*_FIELD_AT(lb, ix) = -norm;
	}
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		sum += *_FIELD_AT(la, ix);
	}
	check(fabs(sum - sqnorm_suNg_scalar_field(u_scalar)) < 1e-12 * sum, "alloc_scalar_field: colour vectors");
	add_assign_scalar_field(la, lb);
	check(sum > (double)VOLUME && sqnorm_scalar_field(la) == 0, "alloc_sfield: numbers");
	free_scalar_field(u_scalar);
	free_scalar_field(copy);
	free_scalar_field(la);
	free_sfield(lb);
	u_scalar = NULL;
}

/* The set work space is smeared in place, as a new one is. */
static void smear(void)
{
	int same[4] = {0, 1, 2, 3};
	double a = 0.6, off = 0;
	initialize_spatial_active_slices(NULL);
	const int n = reserve_wrk_space();
	assign_spatial_rotated_wrkspace(same, n);
	const int other = spatial_APE_smear_wrkspace(&a, -1);
	const double smeared = creal(avr_plaquette_wrk());
	set_wrk_space(n);
	off = creal(avr_plaquette_wrk());
	check(fabs(off - avr_plaquette()) < 1e-14 && fabs(off - smeared) > 1e-3, "the work space before it is smeared");
	spatial_APE_smear_wrkspace(&a);
	off = creal(avr_plaquette_wrk()) - smeared;
	check(fabs(off) < 1e-14, "smeared in place: off by %.1e", off);
	release_wrk_space(other);
	release_wrk_space(n);
	free_spatial_active_slices();
}

/* Points do not ask for the number of hits that the oldest programs give. */
static void points(void)
{
	data_storage_array *a = NULL;
	char line[4096], first[4096] = "", last[4096] = "";
	int seen = 0;
	for (int k = 0; k < 3; k++) {
		lprintf("MAIN", 0, "points\n");
		if (k == 0) measure_spectrum_pt(0, 1, &mass, 1, 7, 1e-12);
		if (k == 1) measure_spectrum_pt(0, 1, &mass, 1, 99, 7, 1e-12);
		if (k == 2) measure_spectrum_pt(0, 1, &mass, 1, 7, 1e-12, DONTSTORE, &a);
		FILE *f = fopen("out_0", "r");
		while (f && fgets(line, sizeof line, f))
			if (strstr(line, "conf #7") && strstr(line, "TRIPLET g5=")) strcpy(last, line), seen++;
		if (f) fclose(f);
		if (k == 0) strcpy(first, last);
		check(seen == (k + 1) * (k + 2) / 2 && *first && !strcmp(first, last), "the same from a point: %d", k);
	}
}

/* What it prints is in out_0 while it runs. */
static void own_output(void)
{
	char line[256];
	int seen = 0;
	lprintf("MAIN", 0, "so far so good\n");
	FILE *f = fopen("out_0", "r");
	while (f && fgets(line, sizeof line, f)) seen += !strcmp(line, "[MAIN][0]so far so good\n");
	check(f && seen == 1, "out_0 has what was printed");
	if (f) fclose(f);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_gauge_fields();
	random_u(u_gauge);
	start_gf_sendrecv(u_gauge);
	complete_gf_sendrecv(u_gauge);
	represent_gauge_field();
	own_output();
	formats();
	bytes();
	transformations();
	represent_gauge_field();
	paths();
	matrices();
	scalars();
	smear();
	double chi = 1;
	WF_set_bare_anisotropy(&chi);
	printed_loops();
	loops(0, 1);
	loops(2, 1);
	loops(5, 2 * NF);
	init_meson_correlators(0);
	init_discon_correlators(0);
	points();
	measure_spectrum_semwall(1, &mass, 1, 0, 1e-12);
	measure_spectrum_semwall(1, &mass, 1, 0, 1e-12, DONTSTORE, NULL);
	free_meson_observables();
	/* What programs call if their input asks for it. */
	if (four_fermion_active) {
		ata_qprop_pars pars = {.n_masses = 1, .dilution = TIME_SPIN_DILUTION, .inverter_precision = 1e-10};
		ata_qprop_init(&pars);
		ata_qprop_free();
		measure_spectrum_ff_semwall(1, &mass, 1, 0, 1e-10);
		measure_spectrum_ff_pt(0, 1, &mass, 1, 0, 1e-10);
		measure_spectrum_ff_pt(0, 1, &mass, 1, 3, 0, 1e-10);
		measure_spectrum_semwall_ff_ext(1, &mass, 1, 0, 1e-10);
		measure_spectrum_discon_ff_semwall(1, &mass, 1, 1, 1, 0, 1e-10);
		measure_diquark_semwall_background(1, &mass, 1, 0, 1e-10, 1, 1);
		measure_spectrum_pt(0, 1, &mass, 1, 3, 0, 1e-10);
		measure_spectrum_pt_ext(0, 1, &mass, 1, 0, 1e-10);
		measure_spectrum_pt_ext(0, 1, &mass, 1, 3, 0, 1e-10);
		measure_spectrum_pt_fixedbc(0, 1, 1, &mass, 1, 3, 0, 1e-10);
		measure_spectrum_pt_fixedbc(0, 1, 1, &mass, 1, 0, 1e-10, DONTSTORE, NULL);
		measure_spectrum_pt_fixedbc(0, 1, 1, &mass, 1, 0, 1e-10);
		measure_spectrum_semwall_ext(1, &mass, 1, 0, 1e-10);
		measure_spectrum_semwall_fixedbc(1, 1, &mass, 1, 0, 1e-10);
		measure_spectrum_gfwall(1, &mass, 0, 1e-10);
		measure_spectrum_gfwall_fixedbc(1, 1, &mass, 0, 1e-10);
		measure_spectrum_discon_semwall(1, &mass, 1, 0, 1e-10);
		measure_spectrum_discon_gfwall(1, &mass, 0, 1e-10);
		measure_spectrum_discon_volume(1, &mass, 0, 1e-10, 0);
		measure_baryons(&mass, 0, 1e-10);
	}
	finalize_process();
	return done();
}
