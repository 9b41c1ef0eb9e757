/* tests/support/naive.h: fields as plain arrays of complex doubles in lexicographic order, and the algebra of them,
 * without any of the library's. A site is ((t X + x) Y + y) Z + z; a spinor field is [site][spin][col], a gauge field
 * [site][mu][row][col]. Only the view of a field and the place of a site in it come from the library. */
#ifndef LQCD_TESTS_NAIVE_H
#define LQCD_TESTS_NAIVE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lqcd/field/field.h>

#define NAIVE_NC     LQCD_NC
#define NAIVE_SPINOR (4 * LQCD_NC)
#define NAIVE_MATRIX (LQCD_NC * LQCD_NC)
#define NAIVE_LINKS  (4 * LQCD_NC * LQCD_NC)

typedef struct {
	double re, im;
} naive_complex;

static inline naive_complex naive_make(double re, double im)
{
	naive_complex z;
	z.re = re;
	z.im = im;
	return z;
}

static inline naive_complex naive_phase(double angle)
{
	return naive_make(cos(angle), sin(angle));
}

static inline naive_complex naive_add(naive_complex a, naive_complex b)
{
	return naive_make(a.re + b.re, a.im + b.im);
}

static inline naive_complex naive_mul(naive_complex a, naive_complex b)
{
	return naive_make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

static inline naive_complex naive_conj(naive_complex a)
{
	return naive_make(a.re, -a.im);
}

static inline double naive_abs2(naive_complex a)
{
	return a.re * a.re + a.im * a.im;
}

/* r = a^(da) b^(db), matrices [row][col]; da, db: adjoint. r is none of them. */
static inline void naive_matmul(naive_complex *r, const naive_complex *a, int da, const naive_complex *b, int db)
{
	for (int i = 0; i < NAIVE_NC; i++)
		for (int j = 0; j < NAIVE_NC; j++) {
			naive_complex sum = naive_make(0, 0);
			for (int k = 0; k < NAIVE_NC; k++)
				sum = naive_add(sum,
						naive_mul(da ? naive_conj(a[k * NAIVE_NC + i]) : a[i * NAIVE_NC + k],
							  db ? naive_conj(b[j * NAIVE_NC + k]) : b[k * NAIVE_NC + j]));
			r[i * NAIVE_NC + j] = sum;
		}
}

/* r = u^(dagger) v, one colour vector. */
static inline void naive_matvec(naive_complex *r, const naive_complex *u, int dagger, const naive_complex *v)
{
	for (int i = 0; i < NAIVE_NC; i++) {
		r[i] = naive_make(0, 0);
		for (int j = 0; j < NAIVE_NC; j++)
			r[i] = naive_add(
				r[i], naive_mul(dagger ? naive_conj(u[j * NAIVE_NC + i]) : u[i * NAIVE_NC + j], v[j]));
	}
}

static inline naive_complex naive_trace(const naive_complex *u)
{
	naive_complex sum = naive_make(0, 0);
	for (int i = 0; i < NAIVE_NC; i++) sum = naive_add(sum, u[i * NAIVE_NC + i]);
	return sum;
}

static inline int naive_volume(const int *l)
{
	return l[0] * l[1] * l[2] * l[3];
}

/* Number of a site; coordinates one step outside are wrapped. */
static inline int naive_site(const int *l, const int *x)
{
	int n = 0;
	for (int mu = 0; mu < 4; mu++) n = n * l[mu] + (x[mu] + l[mu]) % l[mu];
	return n;
}

static inline void naive_coords(const int *l, int site, int *x)
{
	for (int mu = 3; mu >= 0; mu--) {
		x[mu] = site % l[mu];
		site /= l[mu];
	}
}

static inline int naive_neighbour(const int *l, const int *x, int mu, int step)
{
	int y[4];
	memcpy(y, x, sizeof y);
	y[mu] += step;
	return naive_site(l, y);
}

static inline naive_complex *naive_alloc(size_t count)
{
	naive_complex *p = (naive_complex *)malloc(count * sizeof *p);
	if (!p) {
		printf("Bail out! out of memory\n");
		exit(99);
	}
	memset(p, 0xff, count * sizeof *p); /* NaN */
	return p;
}

/* Words of 32 bits of a block of a field. */
static inline size_t naive_words(lqcd_field_view v)
{
	const size_t reals = (size_t)v.reals;
	return (v.precision == LQCD__INT16    ? reals / 2 + 1
		: v.precision == LQCD__DOUBLE ? 2 * reals
					      : reals) *
	       (size_t)v.type->lanes;
}

/* Writes a lane of a spinor field in 16 bits, of which block is the first word. */
static inline void naive_put_half(int32_t *block, int lanes, int lane, const naive_complex *z)
{
	lqcd_spinor_f s;
	lqcd_spinor_h h;
	float number[2 * NAIVE_SPINOR];
	int32_t word[NAIVE_SPINOR + 1];
	for (int k = 0; k < NAIVE_SPINOR; k++) {
		number[2 * k] = (float)z[k].re;
		number[2 * k + 1] = (float)z[k].im;
	}
	memcpy(&s, number, sizeof s);
	lqcd_spinor_write_h(&h, &s);
	memcpy(word, &h, sizeof word);
	for (int k = 0; k <= NAIVE_SPINOR; k++) block[k * lanes + lane] = word[k];
}

/* The numbers of a lane of a field. */
static inline void naive_copy_lane(lqcd_field_view v, int block, int lane, naive_complex *z, int to_field)
{
	for (int k = 0; k < v.reals; k++) {
		const int at = (block - v.type->master_shift) * v.reals + k;
		const size_t i = (size_t)at * (size_t)v.type->lanes + (size_t)lane;
		double *number = k % 2 ? &z[k / 2].im : &z[k / 2].re;
		if (!to_field)
			*number = lqcd_field_view_get(&v, i);
		else if (v.precision == LQCD__DOUBLE)
			((double *)v.data)[i] = *number;
		else
			((float *)v.data)[i] = (float)*number;
	}
}

/* Copies between a field and an array over the whole lattice; sites that the field does not hold are left alone. */
static inline void naive_copy(lqcd_field_view v, naive_complex *array, int to_field)
{
	const int lanes = v.type->lanes;
	for (int p = 0; p < v.type->local_master_pieces; p++)
		for (int block = v.type->master_start[p]; block <= v.type->master_end[p]; block++)
			for (int lane = 0; lane < lanes; lane++) {
				naive_complex *z =
					array + (size_t)lqcd_geometry_site(v.type, block, lane) * (size_t)(v.reals / 2);
				if (to_field && v.precision == LQCD__INT16)
					naive_put_half((int32_t *)v.data +
							       (size_t)(block - v.type->master_shift) * naive_words(v),
						       lanes, lane, z);
				else
					naive_copy_lane(v, block, lane, z, to_field);
			}
}

static inline void naive_get(lqcd_field_view v, naive_complex *array)
{
	naive_copy(v, array, 0);
}

static inline void naive_put(lqcd_field_view v, naive_complex *array)
{
	naive_copy(v, array, 1);
}

/* Every number of a field := NaN. */
static inline void naive_poison(lqcd_field_view v)
{
	memset(v.data, 0xff, (size_t)v.type->gsize_spinor * naive_words(v) * sizeof(int32_t));
}

/* <a, b> = sum conj(a) b */
static inline naive_complex naive_dot(const naive_complex *a, const naive_complex *b, size_t n)
{
	naive_complex sum = naive_make(0, 0);
	for (size_t i = 0; i < n; i++) sum = naive_add(sum, naive_mul(naive_conj(a[i]), b[i]));
	return sum;
}

/* |a - b| / |b|; NaN when one is in a or b. */
static inline double naive_distance(const naive_complex *a, const naive_complex *b, size_t n)
{
	double d = 0, norm = 0;
	for (size_t i = 0; i < n; i++) {
		d += naive_abs2(naive_make(a[i].re - b[i].re, a[i].im - b[i].im));
		norm += naive_abs2(b[i]);
	}
	return sqrt(d / norm);
}

/* Gauge transformation by g [site][row][col]: u_mu(x) := g(x) u_mu(x) g(x+mu)^dagger. */
static inline void naive_transform_links(const int *l, const naive_complex *g, naive_complex *u)
{
	for (int site = 0; site < naive_volume(l); site++)
		for (int mu = 0; mu < 4; mu++) {
			int x[4];
			naive_complex *link = u + (size_t)(site * 4 + mu) * NAIVE_MATRIX, gu[NAIVE_MATRIX];
			naive_coords(l, site, x);
			naive_matmul(gu, g + (size_t)site * NAIVE_MATRIX, 0, link, 0);
			naive_matmul(link, gu, 0, g + (size_t)naive_neighbour(l, x, mu, 1) * NAIVE_MATRIX, 1);
		}
}

/* Whether real i of a field lies on a parity of it */
static inline int on_parity(const int *l, size_t i, lqcd_parity parity)
{
	int x[4];
	naive_coords(l, (int)(i / NAIVE_SPINOR), x);
	return parity == LQCD_FULL || (x[0] + x[1] + x[2] + x[3]) % 2 == (parity == LQCD_ODD);
}

#endif
