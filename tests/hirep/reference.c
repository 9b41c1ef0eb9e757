/* tests/hirep/reference.c: what a program computes with the real HiRep on a field of links and a spinor field that a
 * hash defines: plaquette, norms, Dphi_, Dphi, g5Dphi; in double to 1e-12, in single precision to 1e-5. 8^4, SU(3). */
#include "global.h"
#include "dirac.h"
#include "linear_algebra.h"
#include "memory.h"
#include "observables.h"
#include "setup.h"
#include "suN_repr_func.h"
#include "update.h"
#include "check.h"

static double hash(unsigned a)
{
	uint32_t x = 2654435761u * (a + 1);
	x ^= x >> 15;
	x *= 2246822519u;
	x ^= x >> 13;
	return x / 4294967296.0 - 0.5;
}

static void fill(spinor_field *in)
{
	for (int t = 0; t < T; t++)
		for (int x = 0; x < X; x++)
			for (int y = 0; y < Y; y++)
				for (int z = 0; z < Z; z++) {
					const int ix = ipt(t, x, y, z);
					const int site = _lexi(T, X, Y, Z, t, x, y, z);
					const unsigned lex = (unsigned)site;
					for (unsigned mu = 0; mu < 4; mu++) {
						suNg_algebra_vector h;
						for (unsigned a = 0; a < 8; a++) h.c[a] = hash((lex * 4 + mu) * 8 + a);
						_suNg_unit(*pu_gauge(ix, mu));
						ExpX(1, &h, pu_gauge(ix, mu));
					}
					suNf_spinor *s = _FIELD_AT(in, ix);
					for (unsigned k = 0; k < 12; k++)
						s->c[k / 3].c[k % 3] = hash(1000003 + lex * 24 + 2 * k) +
								       I * hash(1000003 + lex * 24 + 2 * k + 1);
				}
	start_sendrecv_suNg_field(u_gauge);
	complete_sendrecv_suNg_field(u_gauge);
	represent_gauge_field();
}

static void check_double(spinor_field *in, spinor_field *out)
{
	const double bound = 1e-12;
	const int ix = ipt(1, 2, 3, 4);
	complex_close_to(pu_gauge(ipt(0, 0, 0, 0), 0)->c[0], 0.935537750366267, -0.035847624262452, bound,
			 "U_0(0)[0][0]");
	complex_close_to(pu_gauge(ipt(0, 0, 0, 0), 0)->c[1], 0.0700889957293277, -0.21805985853138, bound,
			 "U_0(0)[0][1]");
	close_to(avr_plaquette(), 0.798602083340061, bound, "avr_plaquette");
	close_to(sqnorm_spinor_field(in), 8185.29310400412, bound, "sqnorm(in)");
	Dphi_(out, in);
	close_to(spinor_field_sqnorm_f(out), 32880.8636677818, bound, "sqnorm(Dphi_ in)");
	complex_close_to(spinor_field_prod_f(in, out), 61.1312957882709, -14.6741649087255, bound, "<in, Dphi_ in>");
	complex_close_to(_FIELD_AT(out, ix)->c[0].c[0], 0.514171394350561, -0.15377437017568, bound, "Dphi_ in [0][0]");
	complex_close_to(_FIELD_AT(out, ix)->c[3].c[2], -0.498326265974408, 0.839247821401547, bound,
			 "Dphi_ in [3][2]");
	Dphi(0.1, out, in);
	close_to(sqnorm_spinor_field(out), 170976.917371555, bound, "sqnorm(Dphi(0.1, in))");
	close_to(g5_prod_re_spinor_field(in, out), -160.347021083061, bound, "<in, g5 Dphi(0.1) in>");
	g5Dphi(0.1, out, in);
	complex_close_to(prod_spinor_field(in, out), -160.347021083061, 0, bound, "<in, g5Dphi(0.1) in>");
}

/* Even and odd halves, squares, and the preconditioned operators by their definition. */
static void check_relations(spinor_field *in, spinor_field *w)
{
	const double m = 0.1;
	spinor_field even = get_even_part_spinor_field(in), odd = get_odd_part_spinor_field(in);
	spinor_field *e = alloc_spinor_field(2, &glat_even), *o = alloc_spinor_field(2, &glat_odd);
	Dphi_(&w[0], in);
	Dphi_(&e[0], &odd);
	Dphi_(&o[0], &even);
	spinor_field we = get_even_part_spinor_field(&w[0]), wo = get_odd_part_spinor_field(&w[0]);
	sub_assign_spinor_field(&e[0], &we);
	sub_assign_spinor_field(&o[0], &wo);
	check(!(sqnorm_spinor_field(&e[0]) + sqnorm_spinor_field(&o[0]) > 0),
	      "the halves of Dphi_ are those of the whole");
	g5Dphi(m, &w[0], in);
	g5Dphi(m, &w[1], &w[0]);
	g5Dphi_sq(m, &w[2], in);
	sub_assign_spinor_field(&w[2], &w[1]);
	check(sqnorm_spinor_field(&w[2]) < 1e-26 * sqnorm_spinor_field(&w[1]), "g5Dphi_sq is g5Dphi twice");
	Dphi_(&o[0], &even);
	Dphi_(&e[0], &o[0]);
	lc_spinor_field(&e[0], (4 + m) * (4 + m), &even, -1, &e[0]);
	Dphi_eopre(m, &e[1], &even);
	sub_spinor_field(&e[0], &e[0], &e[1]);
	check(sqnorm_spinor_field(&e[0]) < 1e-26 * sqnorm_spinor_field(&e[1]), "Dphi_eopre by its definition");
	g5Dphi_eopre(m, &e[0], &even);
	g5_assign_spinor_field(&e[0]);
	sub_assign_spinor_field(&e[0], &e[1]);
	check(!(sqnorm_spinor_field(&e[0]) > 0), "g5Dphi_eopre is g5 Dphi_eopre");
	Dphi_oepre(m, &o[1], &odd);
	Dphi_(&e[0], &odd);
	Dphi_(&o[0], &e[0]);
	lc_spinor_field(&o[0], (4 + m) * (4 + m), &odd, -1, &o[0]);
	sub_assign_spinor_field(&o[0], &o[1]);
	check(sqnorm_spinor_field(&o[0]) < 1e-26 * sqnorm_spinor_field(&o[1]), "Dphi_oepre by its definition");
	free_spinor_field(e);
	free_spinor_field(o);
}

/* Links changed behind the operator's back, by one bit, and two that change places, are seen at once. */
static void check_changes(spinor_field *in, spinor_field *w)
{
	suNg *u = pu_gauge(ipt(1, 2, 3, 4), 2), *v = pu_gauge(ipt(3, 0, 3, 2), 2), old = *u, other = *v;
	Dphi_(&w[0], in);
	u->c[4] *= 1 + 4e-16;
	Dphi_(&w[1], in);
	sub_spinor_field(&w[2], &w[1], &w[0]);
	check(sqnorm_spinor_field(&w[2]) > 0, "a link that changed by a bit");
	*u = other;
	*v = old;
	Dphi_(&w[1], in);
	sub_spinor_field(&w[2], &w[1], &w[0]);
	check(sqnorm_spinor_field(&w[2]) > 0.1, "two links that changed places");
	*u = old;
	*v = other;
	Dphi_(&w[1], in);
	sub_spinor_field(&w[2], &w[1], &w[0]);
	check(!(sqnorm_spinor_field(&w[2]) > 0), "and back");
	/* Signs of all temporal links of one, two, three, .. time slices: what boundary conditions do. */
	for (int t = 0; t < T; t++) {
		for (int i = 0; i < VOL3; i++) {
			suNg *link = pu_gauge(ipt(t, i / (Y * Z), i / Z % Y, i % Z), 0);
			_suNg_minus(*link, *link);
		}
		Dphi_(&w[1], in);
		sub_spinor_field(&w[2], &w[1], &w[0]);
		check(sqnorm_spinor_field(&w[2]) > 1, "the signs of temporal links of slices 0 to %d", t);
		copy_spinor_field(&w[0], &w[1]);
	}
	_MASTER_FOR(&glattice, ix) _suNg_minus(*pu_gauge(ix, 0), *pu_gauge(ix, 0));
	/* Matrices outside SU(3), whose last row does not follow from the others. */
	Dphi_(&w[0], in);
	mul_suNg_field(u_gauge, 0.25, u_gauge);
	Dphi_(&w[1], in);
	lc_add_assign_spinor_field(&w[1], -0.25, &w[0], 0, &w[0]);
	check(sqnorm_spinor_field(&w[1]) < 1e-28 * sqnorm_spinor_field(&w[0]), "links outside SU(3)");
	mul_suNg_field(u_gauge, 4, u_gauge);
}

static void check_float(spinor_field *in)
{
	spinor_field_flt *s = alloc_spinor_field_flt(2, &glattice);
	assign_ud2u_f();
	assign_sd2s(&s[0], in);
	close_to(sqnorm_spinor_field_flt(&s[0]), 8185.29310400412, 1e-6, "sqnorm(in), float");
	Dphi_flt_(&s[1], &s[0]);
	close_to(spinor_field_sqnorm_f_flt(&s[1]), 32880.8636677818, 1e-6, "sqnorm(Dphi_ in), float");
	complex_close_to(prod_spinor_field_flt(&s[0], &s[1]), 61.1312957882709, -14.6741649087255, 1e-5,
			 "<in, Dphi_ in>, float");
	g5Dphi_flt(0.1, &s[1], &s[0]);
	complex_close_to(prod_spinor_field_flt(&s[0], &s[1]), -160.347021083061, 0, 1e-5,
			 "<in, g5Dphi(0.1) in>, float");
	free_spinor_field_flt(s);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	setup_gauge_fields();
	spinor_field *s = alloc_spinor_field(4, &glattice);
	check(sizeof(spinor_field) == 32 && sizeof(geometry_descriptor) == 160, "structures have the size of HiRep's");
	check(glattice.local_master_pieces == 2 && glattice.master_end[1] == 4095 && glat_odd.master_shift == 2048 &&
		      glat_odd.master_start[0] == 2048 && glat_even.gsize_spinor == 2048,
	      "the descriptors of 8^4");
	fill(&s[0]);
	check_double(&s[0], &s[1]);
	check_relations(&s[0], &s[1]);
	check_changes(&s[0], &s[1]);
	check_float(&s[0]);
	free_spinor_field(s);
	finalize_process();
	return done();
}
