/* tests/hirep/one_force.c: calc_one_force of each monomial against differences of its action, and what MEASURE_FORCE adds up.
 * "one_force -i input FILE" writes an action to FILE. */
#include "libhr.h"
#include "check.h"
#include "action_file.h"

enum { MONOMIALS = 4 };

static const char *const action =
	"monomial { id = 0 type = gauge beta = 5.5 level = 1 }\n"
	"monomial { id = 2 type = hmc mass = 0.4 mt_prec = 1e-24 force_prec = 1e-22 mre_past = 0 level = 0 }\n"
	"monomial { id = 1 type = tm mass = 0.5 mu = 0.3 mt_prec = 1e-24 force_prec = 1e-22 mre_past = 0 level = 0 }\n"
	"monomial { id = 3 type = rhmc mass = 0.5 n = 1 d = 2 mt_prec = 1e-24 md_prec = 1e-22 force_prec = 1e-22 level "
	"= 0 }\n"
	"integrator { level = 0 type = lf steps = 1 }\nintegrator { level = 1 type = lf steps = 2 }\n";

static const monomial *by_id(int id)
{
	for (int i = 0; i < num_mon(); i++)
		if (mon_n(i)->data.id == id) return mon_n(i);
	return NULL;
}

/* The action of a monomial at the links moved by time dt along h, phi as it is. */
static double moved(const monomial *m, suNg_field *u, suNg_av_field *h, double dt)
{
	double s = 0;
	scalar_field *la = alloc_scalar_field(1, &glattice);
	spinor_field *pf = (spinor_field *)m->pseudofermion(m), *phi = pf ? alloc_spinor_field(1, pf->type) : NULL;
	suNg_field_copy(u_gauge, u);
	_MASTER_FOR(&glattice, ix)
		for (int mu = 0; mu < 4; mu++) ExpX(dt, _4FIELD_AT(h, ix, mu), pu_gauge(ix, mu));
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
	if (pf) {
		copy_spinor_field(phi, pf);
		m->correct_la_pf(m);
	}
	zero_scalar_field(la);
	m->add_local_action(m, la);
	_MASTER_FOR_SUM(&glattice, ix, s) s += *_FIELD_AT(la, ix);
	global_sum(&s, 1);
	if (pf) {
		copy_spinor_field(pf, phi);
		free_spinor_field(phi);
	}
	free_scalar_field(la);
	suNg_field_copy(u_gauge, u);
	represent_gauge_field();
	return s;
}

static double dot(suNg_av_field *a, suNg_av_field *b)
{
	double s = 0;
	_MASTER_FOR_SUM(&glattice, ix, s)
	for (int k = 0; k < 4 * (NG * NG - 1); k++)
		s += _4FIELD_AT(a, ix, k % 4)->c[k / 4] * _4FIELD_AT(b, ix, k % 4)->c[k / 4];
	global_sum(&s, 1);
	return s;
}

static void check_force(int id, suNg_field *u, suNg_av_field *h, suNg_av_field *before)
{
	const monomial *m = by_id(id);
	gaussian_momenta(before);
	copy_suNg_av_field(suN_momenta, before);
	calc_one_force(id);
	sub_assign_suNg_av_field(suN_momenta, before);
	/* H = h^2/4 + S: dS/dt = -h F/2 along h */
	const double dt = 1e-3, is = -0.5 * dot(h, suN_momenta);
	const double one = (moved(m, u, h, dt) - moved(m, u, h, -dt)) / (2 * dt);
	const double two = (moved(m, u, h, 2 * dt) - moved(m, u, h, -2 * dt)) / (4 * dt);
	const double slope = (4 * one - two) / 3;
	check(fabs(is - slope) < 1e-7 * fabs(slope) + 1e-7, "monomial %d: dS/dt = %g, off by %.1e", id, slope,
	      is - slope);
#ifdef MEASURE_FORCE
	double sum = 0, most = 0;
	const double norm = id ? _REPR_NORM2 : 0.5;
	for (int t = 0; t < T; t++)
		for (int n = 0; n < 4 * X * Y * Z; n++) {
			double f = 0;
			const suNg_algebra_vector *v =
				_4FIELD_AT(suN_momenta, ipt(t, n / (4 * Y * Z), n / (4 * Z) % Y, n / 4 % Z), n % 4);
			for (int k = 0; k < NG * NG - 1; k++) f += v->c[k] * v->c[k];
			sum += norm * f;
			most = fmax(most, norm * f);
		}
	global_sum(&sum, 1);
	global_max(&most, 1);
	check(fabs(force_ave[id] - 10 - sum) < 1e-10 * sum && fabs(force_max[id] - 20 - most) < 1e-10 * most &&
		      (id == 0 || n_inv_iter[id - 1] > 5),
	      "monomial %d: sum |F|^2 = %g, most %g", id, force_ave[id] - 10, force_max[id] - 20);
	force_ave[id] = 10;
	force_max[id] = 20;
#endif
}

int main(int argc, char *argv[])
{
	const char *file = argv[argc - 1];
	double beta = 5.5;
	ghmc_par par;
	memset(&par, 0, sizeof par);
	setup_process(&argc, &argv);
	int seed = (int)(tap_random_u64() % 1000000) + 1;
	bcast_int(&seed, 1);
	rlxd_init(1, seed);
	setup_random_gauge_fields();
#if LQCD__HR_CLOVER
	double csw = 1.2;
	set_csw(&csw);
#endif
#if LQCD__HR_CLOVER && LQCD__HR_ENDS
	double cF = 1.4;
	set_cF(&cF);
#endif
	init_BCs(NULL);
	update(&beta, 10, 0);
	logger_disable();
	write_action(file, action);
	par.tlen = 0.2;
	read_action(file, &par.integrator);
	init_ghmc(&par);
	suNg_field *u = alloc_suNg_field(&glattice);
	suNg_av_field *h = alloc_suNg_av_field(&glattice), *before = alloc_suNg_av_field(&glattice);
	suNg_field_copy(u, u_gauge);
	gaussian_momenta(h);
	mul_suNg_av_field(suN_momenta, 0, suN_momenta);
#ifdef MEASURE_FORCE
	double average[MONOMIALS] = {10, 10, 10, 10}, largest[MONOMIALS] = {20, 20, 20, 20};
	int solves[MONOMIALS] = {0, 0, 0, 0};
	corret_pf_dist_hmc();
	force_ave = average;
	force_max = largest;
	n_inv_iter = solves;
#else
	correct_pf_dist_hmc();
#endif
	/* With ends in time some links have no momenta. */
	const double n = sqnorm_suNg_av_field(suN_momenta) / (8.0 * (NG * NG - 1) * (double)GLB_VOLUME) +
			 (LQCD__HR_ENDS ? 0.25 : 0);
	check(n > 0.5 && n < 1.5, "correct_pf_dist_hmc draws momenta: <h^2> = %g", 2 * n);
	for (int id = 0; id < MONOMIALS; id++) check_force(id, u, h, before);
#ifdef MEASURE_FORCE
	/* A trajectory adds, too: a force of each step. */
	(void)update_ghmc();
	for (int id = 0; id < MONOMIALS; id++)
		check(force_ave[id] > 10 && force_max[id] > 20, "a trajectory measures monomial %d: %g", id,
		      force_ave[id] - 10);
	force_ave = NULL;
#endif
	free_suNg_field(u);
	free_suNg_av_field(h);
	free_suNg_av_field(before);
	free_ghmc();
	finalize_process();
	return done();
}
