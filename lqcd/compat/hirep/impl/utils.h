/* lqcd/compat/hirep/impl/utils.h: the names of HiRep's shift_fields.h, suN_mat_utils.h, mat_utils.h,
 * print_compile_options.h, stout_smearing.h, copy_gfield.h and moreio.h.
 *
 *   shift_fields(shift, sin, uin, sout, uout)     out(x + shift) = in(x), shift[4] >= 0; either pair may be NULL. Of an even
 *                                      or odd field with an odd shift, sout has the other parity
 *   det_Cmplx_Ng(&z, &a), inv_Cmplx_Ng(&a)        determinant; a := a^-1
 *   ludcmp(a, place, &sign, n), lubksb(a, place, b, n)    a[n i + j] := its L (diagonal 1) and U with rows exchanged:
 *                                      row i with place[i] in step i, sign of the permutation; b := a^-1 b from these. A
 *                                      singular matrix ends the program
 *   suNg_Exp_Taylor(&u, &x)            u = exp(x) of any matrix
 *   vector_star(&v, &w)                v = w^*
 *   GENERIC_MAX(x, y)                  the larger
 *   covariant_project_to_suNg(&u)      u := the unitary part of u by the polar decomposition, its determinant 1
 *   project_to_suNg_flt(&u)
 *   project_cooling_to_suNg(&u, &v, n)        u := the columns of v made orthonormal from the left, then in n sweeps over the SU(2)
 *                                      of two columns u g with the largest Re tr(v^dagger u g); det u stays. u may be v, which
 *                                      is not singular
 *   suNg_field_copy(v, u), suNf_field_copy, suNg_scalar_field_copy      v = u, with its halo
 *   gaussian_smearing(r, s, u, a)      r(x) = [s(x) + a sum_k (U_k(x) s(x+k) + U_k(x-k)^dagger s(x-k))]/(1 + 6 a), k = X, Y,
 *                                      Z, full fields, r is not s; u is u_gauge_f
 *   apply_background_field_zdir(u, Q, n)      u_3(x) *= exp(-i E x0), and u_0(x) *= exp(i E T x3) at x0 = T - 1, E = 2 pi n/(T Z) of the
 *                                      whole lattice: every plaquette 30 gets the phase exp(i E). Q drops out, as in HiRep, where
 *                                      the field is E/Q. u_gauge_f follows by represent_gauge_field
 *   smear_gauge_field()                nothing: links are smeared with WITH_SMEARING alone, in HiRep, too
 *   write_spinor_field(file, s), read_spinor_field(file, s)      HiRep's format, in the byte order of the machine: six
 *                                      integers NG NF T X Y Z, the double |s|^2, then spinors, t slowest, z fastest. A full
 *                                      field; a file of others, or with another |s|^2, ends the program
 *   write_scalar_field(file), read_scalar_field(file)      u_scalar: five integers NG T X Y Z, then vectors in that order
 *   init_pure_gauge_anisotropy(&chi)   ends the program unless chi = 1
 *   print_compiling_info(), .._short(), MACROS (a string) macros, compiler, back end
 *
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_UTILS_H
#define LQCD_COMPAT_HIREP_IMPL_UTILS_H

#include "../../../gauge/project.h"
#include "gauge.h"

#ifndef GENERIC_MAX
#define GENERIC_MAX(x, y) ((x) > (y) ? (x) : (y))
#endif

/* ---- small matrices ---------------------------------------------------------------------------------------------- */

/** LU decomposition with row exchanges; whether a is regular. */
static inline int lqcd__hr_lu(hr_complex *a, int *place, double *sign, int n)
{
	*sign = 1;
	for (int k = 0; k < n; k++) {
		int best = k;
		for (int i = k + 1; i < n; i++)
			if (_complex_prod_re(a[n * i + k], a[n * i + k]) >
			    _complex_prod_re(a[n * best + k], a[n * best + k]))
				best = i;
		place[k] = best;
		if (!(_complex_prod_re(a[n * best + k], a[n * best + k]) > 0)) return 0;
		for (int j = 0; j < n && best != k; j++) {
			const hr_complex z = a[n * k + j];
			a[n * k + j] = a[n * best + j];
			a[n * best + j] = z;
		}
		if (best != k) *sign = -*sign;
		for (int i = k + 1; i < n; i++) {
			a[n * i + k] = lqcd__hr_div(a[n * i + k], a[n * k + k]);
			for (int j = k + 1; j < n; j++) a[n * i + j] -= lqcd__hr_mul(a[n * i + k], a[n * k + j]);
		}
	}
	return 1;
}

static inline void ludcmp(hr_complex *a, int *indx, double *d, int N)
{
	lqcd__hr_error(!lqcd__hr_lu(a, indx, d, N), 1, "ludcmp", "Singular matrix");
}

static inline void lubksb(hr_complex *a, int *indx, hr_complex *b, int N)
{
	for (int i = 0; i < N; i++) {
		const hr_complex z = b[i];
		b[i] = b[indx[i]];
		b[indx[i]] = z;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < i; j++) b[i] -= lqcd__hr_mul(a[N * i + j], b[j]);
	for (int i = N - 1; i >= 0; i--) {
		for (int j = i + 1; j < N; j++) b[i] -= lqcd__hr_mul(a[N * i + j], b[j]);
		b[i] = lqcd__hr_div(b[i], a[N * i + i]);
	}
}

static inline void det_Cmplx_Ng(hr_complex *res, suNg *a)
{
	suNg b = *a;
	int place[NG];
	double sign;
	const int regular = lqcd__hr_lu(b.c, place, &sign, NG);
	*res = regular ? sign : 0;
	for (int i = 0; i < NG && regular; i++) *res = lqcd__hr_mul(*res, b.c[i * (NG + 1)]);
}

static inline void inv_Cmplx_Ng(suNg *a)
{
	suNg b = *a;
	int place[NG];
	double sign;
	ludcmp(b.c, place, &sign, NG);
	for (int j = 0; j < NG; j++) {
		hr_complex column[NG];
		for (int i = 0; i < NG; i++) column[i] = i == j;
		lubksb(b.c, place, column, NG);
		for (int i = 0; i < NG; i++) a->c[NG * i + j] = column[i];
	}
}

static inline void apply_background_field_zdir(suNg_field *V, double Q, int n)
{
	const double e = 2 * M_PI * n / ((double)GLB_T * GLB_Z);
	(void)Q;
	lqcd__hr_complete(V->ptr);
	_MASTER_FOR(&glattice, ix) {
		int x[4];
		lqcd_geometry_coords(lqcd__hr_geometry(&glattice), (int)ix, 0, x);
		const double angle[2] = {-e * (x[0] + zerocoord[0]), e * GLB_T * (x[3] + zerocoord[3])};
		for (int k = 0; k < 2; k++) {
			suNg *u = _4FIELD_AT(V, ix, k ? 0 : 3), v = *u;
			if (k && x[0] + zerocoord[0] != GLB_T - 1) continue;
			_suNg_mulc(*u, lqcd__hr_make(cos(angle[k]), sin(angle[k])), v);
		}
	}
	start_sendrecv_suNg_field(V);
	complete_sendrecv_suNg_field(V);
}

/** exp(x) = exp(x / 2^n)^(2^n), the first by its series. */
static inline void suNg_Exp_Taylor(suNg *u, suNg *Xin)
{
	suNg x, term;
	double norm;
	int n = 0;
	_suNg_sqnorm(norm, *Xin);
	lqcd__hr_error(!(norm < 1e12), 1, "suNg_Exp_Taylor", "a matrix above 10^6, or NaN");
	while (norm > 0.0625) {
		norm /= 4;
		n++;
	}
	_suNg_mul(x, ldexp(1, -n), *Xin);
	_suNg_unit(*u);
	_suNg_unit(term);
	for (int k = 1; k < 16; k++) {
		_suNg_times_suNg(term, term, x);
		_suNg_mul_assign(term, 1.0 / k);
		_suNg_add_assign(*u, term);
	}
	for (; n > 0; n--) _suNg_times_suNg(*u, *u, *u);
}

static inline void vector_star(suNg_vector *v1, suNg_vector *v2)
{
	for (int i = 0; i < NG; i++) _complex_star(v1->c[i], v2->c[i]);
}

static inline void covariant_project_to_suNg(suNg *u)
{
	lqcd_su3_d a;
	memcpy(&a, u, sizeof a);
	lqcd_su3_project_polar_d(&a);
	memcpy(u, &a, sizeof a);
}

/** The columns of u become orthonormal, from the left. */
static inline void lqcd__hr_orthonormal_columns(suNg *u)
{
	for (int j = 0; j < NG; j++) {
		double norm = 0;
		for (int k = 0; k < j; k++) {
			hr_complex z = 0;
			for (int i = 0; i < NG; i++) _complex_prod_assign(z, u->c[NG * i + k], u->c[NG * i + j]);
			for (int i = 0; i < NG; i++) u->c[NG * i + j] -= lqcd__hr_mul(u->c[NG * i + k], z);
		}
		for (int i = 0; i < NG; i++) norm += _complex_prod_re(u->c[NG * i + j], u->c[NG * i + j]);
		for (int i = 0; i < NG; i++) _complex_mulr(u->c[NG * i + j], 1 / sqrt(norm), u->c[NG * i + j]);
	}
}

/** u := u g, g of the SU(2) of columns i and j, which makes those of w = v^dagger u a multiple of 1 in SU(2). */
static inline void lqcd__hr_cool_columns(suNg *u, const suNg *w, int i, int j)
{
	hr_complex a, b;
	_complex_add_star(a, w->c[NG * i + i], w->c[NG * j + j]);
	_complex_sub_star(b, w->c[NG * i + j], w->c[NG * j + i]);
	const double norm = sqrt(_complex_prod_re(a, a) + _complex_prod_re(b, b));
	if (!(norm > 0)) return;
	_complex_mulr(a, 1 / norm, a);
	_complex_mulr(b, 1 / norm, b);
	for (int k = 0; k < NG; k++) {
		const hr_complex left = u->c[NG * k + i], right = u->c[NG * k + j];
		u->c[NG * k + i] = lqcd__hr_mul(left, conj(a)) + lqcd__hr_mul(right, conj(b));
		u->c[NG * k + j] = lqcd__hr_mul(right, a) - lqcd__hr_mul(left, b);
	}
}

static inline void project_cooling_to_suNg(suNg *g_out, suNg *g_in, int cooling)
{
	const suNg v = *g_in;
	suNg u = v, w;
	lqcd__hr_orthonormal_columns(&u);
	for (int n = 0; n < cooling; n++)
		for (int i = 0; i < NG; i++)
			for (int j = i + 1; j < NG; j++) {
				_suNg_dagger_times_suNg(w, v, u);
				lqcd__hr_cool_columns(&u, &w, i, j);
			}
	*g_out = u;
}

static inline void project_to_suNg_flt(suNg_flt *u)
{
	suNg v;
	for (int i = 0; i < NG * NG; i++) v.c[i] = u->c[i];
	project_to_suNg(&v);
	for (int i = 0; i < NG * NG; i++) LQCD__HR_SET(u->c[i], v.c[i]);
}

/* ---- fields ------------------------------------------------------------------------------------------------------ */

static inline void init_pure_gauge_anisotropy(double *chi)
{
	lqcd__hr_error_of_all(*chi < 1 || *chi > 1, "init_pure_gauge_anisotropy", "no anisotropy: set it to 1");
}

static inline void suNg_field_copy(suNg_field *g1, suNg_field *g2)
{
	lqcd__hr_complete(g1->ptr);
	lqcd__hr_complete(g2->ptr);
	memcpy(g1->ptr, g2->ptr, (size_t)lqcd__hr_geometry(g1->type)->gsize_leaf * 4 * sizeof *g1->ptr);
}

static inline void suNg_scalar_field_copy(suNg_scalar_field *s1, suNg_scalar_field *s2)
{
	lqcd__hr_complete(s1->ptr);
	lqcd__hr_complete(s2->ptr);
	memcpy(s1->ptr, s2->ptr, (size_t)lqcd__hr_geometry(s1->type)->gsize_spinor * sizeof *s1->ptr);
}

static inline void suNf_field_copy(suNf_field *g1, suNf_field *g2)
{
	lqcd__hr_complete(g1->ptr);
	lqcd__hr_complete(g2->ptr);
	memcpy(g1->ptr, g2->ptr, (size_t)lqcd__hr_geometry(g1->type)->gsize_leaf * 4 * sizeof *g1->ptr);
}

static inline void gaussian_smearing(spinor_field *out, spinor_field *in, suNf_field *gauge_f, double alpha)
{
	lqcd__hr_error(out == in || in->type != &glattice || out->type != in->type, 1, "gaussian_smearing",
		       "two fields that live everywhere");
	start_sendrecv_spinor_field(in);
	complete_sendrecv_spinor_field(in);
	_MASTER_FOR(&glattice, ix) {
		suNf_spinor r, v;
		_spinor_zero_f(r);
		for (int k = 1; k < 4; k++)
			for (int i = 0; i < 4; i++) {
				const int up = iup(ix, k), down = idn(ix, k);
				_suNf_multiply(v.c[i], *_4FIELD_AT(gauge_f, ix, k), _FIELD_AT(in, up)->c[i]);
				_vector_add_assign_f(r.c[i], v.c[i]);
				_suNf_inverse_multiply(v.c[i], *_4FIELD_AT(gauge_f, down, k),
						       _FIELD_AT(in, down)->c[i]);
				_vector_add_assign_f(r.c[i], v.c[i]);
			}
		_spinor_lc_f(*_FIELD_AT(out, ix), 1 / (1 + 6 * alpha), *_FIELD_AT(in, ix), alpha / (1 + 6 * alpha), r);
	}
	start_sendrecv_spinor_field(out);
	complete_sendrecv_spinor_field(out);
}

static inline void smear_gauge_field(void)
{
}

/** One step: r(x + mu) = s(x); both full. */
static inline void lqcd__hr_shift_spinor(spinor_field *r, spinor_field *s, int mu)
{
	start_sendrecv_spinor_field(s);
	complete_sendrecv_spinor_field(s);
	_MASTER_FOR(&glattice, ix) *_FIELD_AT(r, ix) = *_FIELD_AT(s, idn(ix, mu));
}

static inline void lqcd__hr_shift_links(suNg_field *r, suNg_field *s, int mu)
{
	lqcd__hr_share(s);
	_MASTER_FOR(&glattice, ix)
		for (int nu = 0; nu < 4; nu++) *_4FIELD_AT(r, ix, nu) = *_4FIELD_AT(s, idn(ix, mu), nu);
}

/** The sites of a process, with so many bytes each at data, move `blocks` processes up in direction mu. */
static inline void lqcd__hr_shift_block(void *data, size_t bytes, int mu, int blocks)
{
	const lqcd_comm *comm = &lqcd__hr_lattice.comm;
	const size_t all = lqcd_mul_size((size_t)VOLUME, bytes);
	char *out = (char *)lqcd_alloc(all), *in = (char *)lqcd_alloc(all);
	int up[4], down[4];
	lqcd_comm_message m;
	lqcd__hr_error(!out || !in, 1, "shift_fields", "out of memory");
	lqcd__hr_complete(data);
	for (int back = 0; back < 2; back++) {
		for (int n = 0; n < VOLUME; n++) {
			char *site = (char *)data + bytes * (size_t)ipt(n / (X * Y * Z), n / (Y * Z) % X, n / Z % Y, n % Z);
			memcpy(back ? site : out + bytes * (size_t)n, back ? in + bytes * (size_t)n : site, bytes);
		}
		if (back) break;
		for (int nu = 0; nu < 4; nu++) {
			up[nu] = comm->coord[nu] + (nu == mu ? blocks : 0);
			down[nu] = comm->coord[nu] - (nu == mu ? blocks : 0);
		}
		m.to = lqcd_lattice_rank(&lqcd__hr_lattice, up);
		m.from = lqcd_lattice_rank(&lqcd__hr_lattice, down);
		m.sent = m.received = all;
		m.out = out;
		m.in = in;
		lqcd_comm_sendrecv(comm, &m, 1);
	}
	lqcd_free(out);
	lqcd_free(in);
}

/** A field as a part of a full one, or of that the part. */
static inline void lqcd__hr_embed(spinor_field *s, spinor_field *full, int back)
{
	spinor_field part = *full;
	if (s->type == &glat_even) part = get_even_part_spinor_field(full);
	if (s->type == &glat_odd) part = get_odd_part_spinor_field(full);
	copy_spinor_field(back ? s : &part, back ? &part : s);
	if (!back) return;
	start_sendrecv_spinor_field(s);
	complete_sendrecv_spinor_field(s);
}

static inline void shift_fields(int *shift, spinor_field *sin_, suNg_field *uin, spinor_field *sout, suNg_field *uout)
{
	suNg_field *u = uin ? alloc_n_suNg_field(2, &glattice) : NULL;
	spinor_field *s = sin_ ? alloc_spinor_field(2, &glattice) : NULL;
	const int odd = (shift[0] + shift[1] + shift[2] + shift[3]) % 2;
	int at = 0;
	for (int mu = 0; mu < 4; mu++) lqcd__hr_error(shift[mu] < 0, 1, "shift_fields", "a negative shift");
	if (s) {
		const int wanted = sin_->type == &glattice || !odd ? sin_->type == sout->type
								   : lqcd__hr_even_and_odd(sin_->type, sout->type);
		lqcd__hr_error(!wanted, 1, "shift_fields", "the parities of the spinor fields do not fit the shift");
		lqcd__hr_embed(sin_, &s[0], 0);
	}
	if (u) copy_suNg_field(&u[0], uin);
	for (int mu = 0; mu < 4; mu++) {
		const int local[4] = {T, X, Y, Z}, steps = shift[mu] % local[mu];
		const int blocks = shift[mu] / local[mu] % lqcd__hr_lattice.comm.grid[mu];
		if (s && blocks) lqcd__hr_shift_block(s[at].ptr, sizeof *s->ptr, mu, blocks);
		if (u && blocks) lqcd__hr_shift_block(u[at].ptr, 4 * sizeof *u->ptr, mu, blocks);
		for (int n = 0; n < steps; n++, at ^= 1) {
			if (s) lqcd__hr_shift_spinor(&s[!at], &s[at], mu);
			if (u) lqcd__hr_shift_links(&u[!at], &u[at], mu);
		}
	}
	if (s) lqcd__hr_embed(sout, &s[at], 1);
	if (u) {
		copy_suNg_field(uout, &u[at]);
		lqcd__hr_share(uout);
	}
	free_spinor_field(s);
	free_suNg_field(u);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

enum { LQCD__HR_SPINOR_HEADER = 6 * sizeof(int) + sizeof(double) };

/** Moves the lines of sites of this process along Z between file and elements of that size, one to a site of the whole
 * lattice; whether all went well. */
static inline int lqcd__hr_file_lines(FILE *f, long header, void *elements, size_t size, int write)
{
	int good = 1;
	for (int n = 0; n < T * X * Y && good; n++) {
		const int t = n / (X * Y), x = n / Y % X, y = n % Y;
		const long line = ((long)(t + zerocoord[0]) * GLB_X + x + zerocoord[1]) * GLB_Y + y + zerocoord[2];
		good = !fseek(f, header + (line * GLB_Z + zerocoord[3]) * (long)size, SEEK_SET);
		for (int z = 0; z < Z && good; z++) {
			char *r = (char *)elements + size * (size_t)ipt(t, x, y, z);
			good = (write ? fwrite(r, size, 1, f) : fread(r, size, 1, f)) == 1;
		}
	}
	__asm__ volatile("" ::: "memory");
	return good;
}

static inline int lqcd__hr_spinor_lines(FILE *f, spinor_field *s, int write)
{
	return lqcd__hr_file_lines(f, LQCD__HR_SPINOR_HEADER, s->ptr, sizeof *s->ptr, write);
}

static inline void lqcd__hr_spinor_done(int good, const char *name, const char *file)
{
	char why[512];
	snprintf(why, sizeof why, "cannot read or write %.400s, or it is of another lattice or group", file);
	lqcd__hr_error_of_all(lqcd_comm_max(&lqcd__hr_lattice.comm, good ? 0 : 1) > 0.5, name, why);
}

static inline void write_spinor_field(char filename[], spinor_field *sp)
{
	const int head[6] = {NG, NF, GLB_T, GLB_X, GLB_Y, GLB_Z};
	const double norm = sqnorm_spinor_field(sp);
	int good = sp->type == &glattice;
	if (PID == 0 && good) {
		FILE *f = fopen(filename, "wb");
		good = f && fwrite(head, sizeof head, 1, f) == 1 && fwrite(&norm, sizeof norm, 1, f) == 1;
		if (f && fclose(f)) good = 0;
	}
	lqcd__hr_spinor_done(good, "write_spinor_field", filename);
	FILE *f = fopen(filename, "r+b");
	good = f && lqcd__hr_spinor_lines(f, sp, 1);
	if (f && fclose(f)) good = 0;
	lqcd__hr_spinor_done(good, "write_spinor_field", filename);
	lprintf("IO", 0, "Pseudofermion [%s] saved\n", filename);
}

static inline void read_spinor_field(char filename[], spinor_field *sp)
{
	const int head[6] = {NG, NF, GLB_T, GLB_X, GLB_Y, GLB_Z};
	int found[6];
	double norm = 0;
	FILE *f = sp->type == &glattice ? fopen(filename, "rb") : NULL;
	int good = f && fread(found, sizeof found, 1, f) == 1 && !memcmp(found, head, sizeof head);
	good = good && fread(&norm, sizeof norm, 1, f) == 1 && lqcd__hr_spinor_lines(f, sp, 0);
	if (f) fclose(f);
	lqcd__hr_spinor_done(good, "read_spinor_field", filename);
	const double is = sqnorm_spinor_field(sp);
	lqcd__hr_error_of_all(!(fabs(is - norm) <= 1e-14 * norm), "read_spinor_field", "Sq. norm value mismatch");
	lprintf("IO", 0, "Pseudofermion [%s] read: Sq. norm=%e\n", filename, is);
}

/** u_scalar in a file: the integers NG T X Y Z, then vectors, t slowest, z fastest. */
static inline void write_scalar_field(char filename[])
{
	const int head[5] = {NG, GLB_T, GLB_X, GLB_Y, GLB_Z};
	int good = u_scalar != NULL;
	if (PID == 0 && good) {
		FILE *f = fopen(filename, "wb");
		good = f && fwrite(head, sizeof head, 1, f) == 1;
		if (f && fclose(f)) good = 0;
	}
	lqcd__hr_spinor_done(good, "write_scalar_field", filename);
	FILE *f = fopen(filename, "r+b");
	good = f && lqcd__hr_file_lines(f, sizeof head, u_scalar->ptr, sizeof *u_scalar->ptr, 1);
	if (f && fclose(f)) good = 0;
	lqcd__hr_spinor_done(good, "write_scalar_field", filename);
}

static inline void read_scalar_field(char filename[])
{
	const int head[5] = {NG, GLB_T, GLB_X, GLB_Y, GLB_Z};
	int found[5];
	FILE *f = u_scalar ? fopen(filename, "rb") : NULL;
	int good = f && fread(found, sizeof found, 1, f) == 1 && !memcmp(found, head, sizeof head);
	good = good && lqcd__hr_file_lines(f, sizeof head, u_scalar->ptr, sizeof *u_scalar->ptr, 0);
	if (f) fclose(f);
	lqcd__hr_spinor_done(good, "read_scalar_field", filename);
	start_sendrecv_suNg_scalar_field(u_scalar);
	complete_sendrecv_suNg_scalar_field(u_scalar);
}

/* ---- how the program was compiled --------------------------------------------------------------------------------- */

#define LQCD__HR_TEXT_OF(x) #x
#define LQCD__HR_TEXT(x)    LQCD__HR_TEXT_OF(x)

/** The macros that count, as for a compiler. */
static inline const char *lqcd__hr_macros(void)
{
	return "-DNG=" LQCD__HR_TEXT(NG) " -DGAUGE_SUN -D" LQCD__HR_REPR
#ifdef BC_T_ANTIPERIODIC
					 " -DBC_T_ANTIPERIODIC"
#endif
#ifdef BC_X_ANTIPERIODIC
					 " -DBC_X_ANTIPERIODIC"
#endif
#ifdef BC_Y_ANTIPERIODIC
					 " -DBC_Y_ANTIPERIODIC"
#endif
#ifdef BC_Z_ANTIPERIODIC
					 " -DBC_Z_ANTIPERIODIC"
#endif
#ifdef BC_T_THETA
					 " -DBC_T_THETA"
#endif
#ifdef BC_X_THETA
					 " -DBC_X_THETA"
#endif
#ifdef BC_Y_THETA
					 " -DBC_Y_THETA"
#endif
#ifdef BC_Z_THETA
					 " -DBC_Z_THETA"
#endif
#ifdef UPDATE_EO
					 " -DUPDATE_EO"
#endif
#ifdef WITH_MPI
					 " -DWITH_MPI"
#endif
#ifdef WITH_GPU
					 " -DWITH_GPU"
#endif
		;
}

#define MACROS lqcd__hr_macros()

static inline void print_compiling_info(void)
{
	if (PID == 0)
		printf("MACROS: %s\nlqcd: %s, back end %s\ncompiler: %s\n", lqcd__hr_macros(), LQCD_VERSION,
		       LQCD_SIMD_NAME, __VERSION__);
}

static inline void print_compiling_info_short(void)
{
	lprintf("SYSTEM", 0, "MACROS=%s\n", lqcd__hr_macros());
}

#endif
