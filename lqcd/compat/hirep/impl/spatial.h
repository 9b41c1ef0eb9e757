/* lqcd/compat/hirep/impl/spatial.h: the names of HiRep's work_space.h and spatial_transformations.h: copies of the links
 * with neighbours of their own, blocked, smeared and rotated in space.
 *
 *   n = reserve_wrk_space(), reserve_wrk_space_with_pointers(&u, &up, &dn), release_wrk_space(n), free_wrk_space()
 *   set_wrk_space(n), set_wrk_space_and_pointers(n, &u, &up, &dn), reset_wrk_pointers(): u_gauge, as at first
 *   iup_wrk(ix, mu), idn_wrk(ix, mu), pu_gauge_wrk(ix, mu), u_gauge_wrk()      of the one that is set; up[4 ix + mu]
 *
 *   initialize_spatial_active_slices(list), free_spatial_active_slices()      the slices that the functions below act on:
 *                                      those with list[t] != 0, t < GLB_T; NULL: all. active_slices_list[k], local times, k <
 *                                      n_active_slices; glbT_to_active_slices[t] = k or -1
 *   n = single_level_spatial_blocking_wrkspace(m)     V_k(x) = U_k(x) U_k(x+k), k = X, Y, Z; from there x+k is x+2k
 *   n = spatial_blocking_wrkspace(NEW_SBLK, level)    so many times from u_gauge; CONT_SBLK: from the last such one, if that
 *                                      has fewer
 *   n = spatial_APE_smear_wrkspace(&a, m)    V = (1 - a) U + a/4 of the sum of four spatial staples, projected (utils.h);
 *                                      without m, in programs of before libhr.h, U becomes V in the one that is set
 *   assign_spatial_rotated_wrkspace(map, n)  u_gauge in rotated axes: direction k becomes |map[k]|, backwards if it is
 *                                      negative; map[0] = 0; equal spatial extents
 *
 *   direct_spatial_rotations()[k]      map of cubic rotation k < 48 in HiRep's order: 24 proper ones, the identity first, then the
 *                                      same ones with the inversion
 *   inverse_spatial_rotations()[k]     map of its inverse
 *   cplaq_wrk(&z, ix, mu, nu)          tr of the plaquette of the one that is set, avr_plaquette_wrk() its mean over sites and
 *                                      planes, divided by NG
 *   l = polyleg(ix, d)                 links in direction d of the one that is set: l->tr the trace of the loop through ix,
 *                                      l->p[j], j < npoly_dist, the product of those from ix + (j + 1) d to ix; l is valid until the
 *                                      next call
 *
 * m = -1 is u_gauge. A new one is set and must be released; one that is released while it is set stays so, and keeps its
 * links until the next is reserved. Temporal links are those of m. Processes cut the time direction alone. Operators of
 * glueballs and torelons: glueballs.h; the types cor_points and cor_list of their lists of times are here.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_IMPL_SPATIAL_H
#define LQCD_COMPAT_HIREP_IMPL_SPATIAL_H

#include "utils.h"

typedef enum { NEW_SBLK = 1, CONT_SBLK = 0 } eval_spat_block;

/* ---- work spaces -------------------------------------------------------------------------------------------------- */

typedef struct {
	suNg_field *u;
	int *up, *down;
	int reserved;
} lqcd__hr_space;

typedef struct {
	int n, set; /* set: number + 1 of the active one, 0: u_gauge */
	lqcd__hr_space space[64];
} lqcd__hr_spaces;

LQCD__HR_GLOBAL lqcd__hr_spaces lqcd__hr_space_state;

static inline lqcd__hr_space *lqcd__hr_space_of(int i)
{
	lqcd__hr_spaces *s = &lqcd__hr_space_state;
	lqcd__hr_error(i < 0 || i >= s->n || !s->space[i].reserved, 1, "set_wrk_space", "Invalid work pointer index");
	return &s->space[i];
}

static inline int iup_wrk(int site, int dir)
{
	const int set = lqcd__hr_space_state.set;
	return set ? lqcd__hr_space_state.space[set - 1].up[4 * site + dir] : iup(site, dir);
}

static inline int idn_wrk(int site, int dir)
{
	const int set = lqcd__hr_space_state.set;
	return set ? lqcd__hr_space_state.space[set - 1].down[4 * site + dir] : idn(site, dir);
}

static inline suNg_field *u_gauge_wrk(void)
{
	const int set = lqcd__hr_space_state.set;
	return set ? lqcd__hr_space_state.space[set - 1].u : u_gauge;
}

static inline suNg *pu_gauge_wrk(int site, int dir)
{
	return _4FIELD_AT(u_gauge_wrk(), site, dir);
}

static inline void reset_wrk_pointers(void)
{
	lqcd__hr_space_state.set = 0;
}

static inline void set_wrk_space(int i)
{
	(void)lqcd__hr_space_of(i);
	lqcd__hr_space_state.set = i + 1;
}

static inline void set_wrk_space_and_pointers(int i, suNg_field **g_wrk_out, int **i_up_wrk_out, int **i_dn_wrk_out)
{
	const lqcd__hr_space *w = lqcd__hr_space_of(i);
	set_wrk_space(i);
	*g_wrk_out = w->u;
	*i_up_wrk_out = w->up;
	*i_dn_wrk_out = w->down;
}

static inline int reserve_wrk_space(void)
{
	lqcd__hr_spaces *s = &lqcd__hr_space_state;
	const size_t bytes = 4 * (size_t)lqcd__hr_geometry(&glattice)->gsize_leaf * sizeof(int);
	int i = 0;
	while (i < s->n && s->space[i].reserved) i++;
	lqcd__hr_error(i == 64, 1, "reserve_wrk_space", "too many work spaces");
	lqcd__hr_space *w = &s->space[i];
	if (i == s->n) {
		w->u = alloc_suNg_field(&glattice);
		w->up = (int *)malloc(2 * bytes);
		lqcd__hr_error(!w->up, 1, "reserve_wrk_space", "out of memory");
		w->down = w->up + bytes / sizeof(int);
		s->n++;
	}
	memcpy(w->up, iup, bytes);
	memcpy(w->down, idn, bytes);
	w->reserved = 1;
	s->set = i + 1;
	return i;
}

static inline int reserve_wrk_space_with_pointers(suNg_field **g_wrk_out, int **i_up_wrk_out, int **i_dn_wrk_out)
{
	const int i = reserve_wrk_space();
	set_wrk_space_and_pointers(i, g_wrk_out, i_up_wrk_out, i_dn_wrk_out);
	return i;
}

/** As in HiRep the one that is set stays so, and keeps its links until the next is reserved. */
static inline void release_wrk_space(int id_release)
{
	if (id_release == -1) return;
	lqcd__hr_space_of(id_release)->reserved = 0;
}

static inline void free_wrk_space(void)
{
	lqcd__hr_spaces *s = &lqcd__hr_space_state;
	for (int i = 0; i < s->n; i++) {
		free_suNg_field(s->space[i].u);
		free(s->space[i].up);
	}
	memset(s, 0, sizeof *s);
}

/* ---- slices ------------------------------------------------------------------------------------------------------- */

LQCD__HR_GLOBAL int *active_slices_list = NULL;
LQCD__HR_GLOBAL int *glbT_to_active_slices = NULL;
LQCD__HR_GLOBAL int n_active_slices = 0;

static inline void initialize_spatial_active_slices(int *tlist)
{
	lqcd__hr_error_of_all(NP_X * NP_Y * NP_Z != 1, "initialize_spatial_active_slices",
			      "processes may cut the time direction alone");
	if (active_slices_list) return;
	active_slices_list = (int *)malloc((size_t)T * sizeof(int));
	glbT_to_active_slices = (int *)malloc((size_t)GLB_T * sizeof(int));
	lqcd__hr_error(!active_slices_list || !glbT_to_active_slices, 1, "initialize_spatial_active_slices",
		       "out of memory");
	n_active_slices = 0;
	for (int t = 0; t < GLB_T; t++) {
		const int active = t >= zerocoord[0] && t < zerocoord[0] + T && (!tlist || tlist[t]);
		glbT_to_active_slices[t] = active ? n_active_slices : -1;
		if (active) active_slices_list[n_active_slices++] = t - zerocoord[0];
	}
}

static inline void free_spatial_active_slices(void)
{
	free(active_slices_list);
	free(glbT_to_active_slices);
	active_slices_list = glbT_to_active_slices = NULL;
	n_active_slices = 0;
}

/** The index of site n of the active slices. */
static inline int lqcd__hr_active(int n)
{
	const int s = (int)(n % VOL3);
	return ipt(active_slices_list[n / VOL3], s / (Y * Z), s / Z % Y, s % Z);
}

/** Makes a new work space with the neighbours and temporal links of m, and sets m. */
static inline lqcd__hr_space *lqcd__hr_new_from(int m, int *number)
{
	const size_t bytes = 4 * (size_t)lqcd__hr_geometry(&glattice)->gsize_leaf * sizeof(int);
	lqcd__hr_error(!active_slices_list, 1, "spatial", "call initialize_spatial_active_slices first");
	*number = reserve_wrk_space();
	lqcd__hr_space *w = lqcd__hr_space_of(*number);
	reset_wrk_pointers();
	if (m >= 0) {
		set_wrk_space(m);
		memcpy(w->up, lqcd__hr_space_of(m)->up, bytes);
		memcpy(w->down, lqcd__hr_space_of(m)->down, bytes);
	}
	suNg_field_copy(w->u, u_gauge_wrk());
	return w;
}

static inline int single_level_spatial_blocking_wrkspace(int wrk_in)
{
	int number;
	lqcd__hr_space *w = lqcd__hr_new_from(wrk_in, &number);
	for (int n = 0; n < n_active_slices * VOL3; n++)
		for (int mu = 1; mu < 4; mu++) {
			const int ix = lqcd__hr_active(n), up = iup_wrk(ix, mu);
			_suNg_times_suNg(*_4FIELD_AT(w->u, ix, mu), *pu_gauge_wrk(ix, mu), *pu_gauge_wrk(up, mu));
			w->up[4 * ix + mu] = iup_wrk(up, mu);
			w->down[4 * ix + mu] = idn_wrk(idn_wrk(ix, mu), mu);
		}
	set_wrk_space(number);
	return number;
}

/* The last one of spatial_blocking_wrkspace. */
typedef struct {
	int number;
	unsigned level;
} lqcd__hr_blocked;

LQCD__HR_GLOBAL lqcd__hr_blocked lqcd__hr_blocked_state = {-1, 0};

static inline int spatial_blocking_wrkspace(eval_spat_block eval, unsigned int level)
{
	lqcd__hr_blocked *b = &lqcd__hr_blocked_state;
	lqcd__hr_error(!level, 1, "spatial_blocking_wrkspace", "a level above 0");
	if (eval == NEW_SBLK || b->level > level) {
		release_wrk_space(b->number);
		b->number = -1;
		b->level = 0;
	}
	for (; b->level < level; b->level++) {
		const int next = single_level_spatial_blocking_wrkspace(b->number);
		release_wrk_space(b->number);
		b->number = next;
	}
	set_wrk_space(b->number);
	return b->number;
}

static inline int spatial_APE_smear_wrkspace(double *smear_val, int wrkspace_in)
{
	int number;
	lqcd__hr_space *w = lqcd__hr_new_from(wrkspace_in, &number);
	for (int n = 0; n < n_active_slices * VOL3; n++)
		for (int k = 0; k < 3; k++) {
			const int ix = lqcd__hr_active(n), mu = k + 1, up = iup_wrk(ix, mu);
			suNg sum, a;
			_suNg_zero(sum);
			for (int nu = 1; nu < 4; nu++) {
				if (nu == mu) continue;
				const int down = idn_wrk(ix, nu);
				_suNg_times_suNg(a, *pu_gauge_wrk(ix, nu), *pu_gauge_wrk(iup_wrk(ix, nu), mu));
				_suNg_times_suNg_dagger(a, a, *pu_gauge_wrk(up, nu));
				_suNg_add_assign(sum, a);
				_suNg_times_suNg(a, *pu_gauge_wrk(down, mu), *pu_gauge_wrk(idn_wrk(up, nu), nu));
				_suNg_dagger_times_suNg(a, *pu_gauge_wrk(down, nu), a);
				_suNg_add_assign(sum, a);
			}
			_suNg_mul_add(a, 1 - *smear_val, *pu_gauge_wrk(ix, mu), *smear_val / 4, sum);
			covariant_project_to_suNg(&a);
			*_4FIELD_AT(w->u, ix, mu) = a;
		}
	set_wrk_space(number);
	return number;
}

/** As it was at first: the links of the set work space themselves become smeared ones. */
static inline int lqcd__hr_smear_set(double *smear_val)
{
	const int old = lqcd__hr_space_state.set - 1, number = spatial_APE_smear_wrkspace(smear_val, old);
	if (old < 0) return number;
	suNg_field_copy(lqcd__hr_space_of(old)->u, lqcd__hr_space_of(number)->u);
	release_wrk_space(number);
	set_wrk_space(old);
	return old;
}

#ifdef __cplusplus
static inline int spatial_APE_smear_wrkspace(double *smear_val)
{
	return lqcd__hr_smear_set(smear_val);
}
#elif !defined(LQCD__HR_LIBHR)
#define spatial_APE_smear_wrkspace(...)                                                                                \
	LQCD__HR_OF_2(__VA_ARGS__, spatial_APE_smear_wrkspace, lqcd__hr_smear_set, 0)(__VA_ARGS__)
#endif

static inline void assign_spatial_rotated_wrkspace(int *map, int idx_wrkspace)
{
	lqcd__hr_space *w = lqcd__hr_space_of(idx_wrkspace);
	const size_t bytes = 4 * (size_t)lqcd__hr_geometry(&glattice)->gsize_leaf * sizeof(int);
	const int seen = 1 << abs(map[1]) | 1 << abs(map[2]) | 1 << abs(map[3]);
	lqcd__hr_error_of_all(NP_X * NP_Y * NP_Z != 1 || GLB_X != GLB_Y || GLB_X != GLB_Z || map[0] || seen != 14,
			      "assign_spatial_rotated_wrkspace",
			      "a permutation of equal spatial axes, on one process in space");
	memcpy(w->up, iup, bytes);
	memcpy(w->down, idn, bytes);
	for (int n = 0; n < VOLUME; n++) {
		const int from[4] = {n / (X * Y * Z), n / (Y * Z) % X, n / Z % Y, n % Z},
			  ix = ipt(from[0], from[1], from[2], from[3]);
		int to[4];
		to[0] = from[0];
		for (int k = 1; k < 4; k++) to[abs(map[k])] = map[k] > 0 ? from[k] : -from[k];
		const int iy = ipt(to[0], safe_mod(to[1], X), safe_mod(to[2], Y), safe_mod(to[3], Z));
		*_4FIELD_AT(w->u, iy, 0) = *pu_gauge(ix, 0);
		for (int k = 1; k < 4; k++)
			if (map[k] > 0)
				*_4FIELD_AT(w->u, iy, map[k]) = *pu_gauge(ix, k);
			else
				_suNg_dagger(*_4FIELD_AT(w->u, idn(iy, -map[k]), -map[k]), *pu_gauge(ix, k));
	}
	set_wrk_space(idx_wrkspace);
}

/* ---- rotations ---------------------------------------------------------------------------------------------------- */

typedef struct {
	int ready, *pointer[2][48], map[2][48][4];
} lqcd__hr_rotations;

LQCD__HR_GLOBAL lqcd__hr_rotations lqcd__hr_rotation_state;

/** 0: maps, 1: inverse maps. The order is HiRep's. */
static inline int **lqcd__hr_rotations_of(int inverse)
{
	static const signed char proper[24][3] = {{1, 2, 3},   {2, 1, -3},   {-2, -1, -3}, {-1, 3, 2},  {-1, -3, -2},
						  {3, -2, 1},  {-3, -2, -1}, {-2, -3, 1},  {3, -1, -2}, {-3, -1, 2},
						  {-2, 3, -1}, {3, 1, 2},    {2, 3, 1},    {2, -3, -1}, {-3, 1, -2},
						  {-2, 1, 3},  {2, -1, 3},   {3, 2, -1},   {-3, 2, 1},  {1, 3, -2},
						  {1, -3, 2},  {-1, -2, 3},  {-1, 2, -3},  {1, -2, -3}};
	lqcd__hr_rotations *r = &lqcd__hr_rotation_state;
	for (int n = 0; n < 48 && !r->ready; n++) {
		r->map[0][n][0] = r->map[1][n][0] = 0;
		for (int k = 1; k < 4; k++) {
			const int to = n < 24 ? proper[n][k - 1] : -proper[n - 24][k - 1];
			r->map[0][n][k] = to;
			r->map[1][n][abs(to)] = to > 0 ? k : -k;
		}
		r->pointer[0][n] = r->map[0][n];
		r->pointer[1][n] = r->map[1][n];
	}
	r->ready = 1;
	return r->pointer[inverse];
}

static inline int **direct_spatial_rotations(void)
{
	return lqcd__hr_rotations_of(0);
}

static inline int **inverse_spatial_rotations(void)
{
	return lqcd__hr_rotations_of(1);
}

/* ---- loops -------------------------------------------------------------------------------------------------------- */

static inline void cplaq_wrk(hr_complex *ret, int ix, int mu, int nu)
{
	suNg a, b, p;
	_suNg_times_suNg(a, *pu_gauge_wrk(ix, mu), *pu_gauge_wrk(iup_wrk(ix, mu), nu));
	_suNg_times_suNg(b, *pu_gauge_wrk(ix, nu), *pu_gauge_wrk(iup_wrk(ix, nu), mu));
	_suNg_times_suNg_dagger(p, a, b);
	_suNg_trace(*ret, p);
}

static inline hr_complex avr_plaquette_wrk(void)
{
	const double norm = 1 / (6.0 * NG * (double)GLB_VOLUME);
	lqcd_sum sum[2];
	double value[2];
	lqcd_sum_start(&sum[0]);
	lqcd_sum_start(&sum[1]);
	lqcd__hr_share(u_gauge_wrk());
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		hr_complex z;
		for (int mu = 1; mu < 4; mu++)
			for (int nu = 0; nu < mu; nu++) {
				cplaq_wrk(&z, ix, mu, nu);
				lqcd_sum_add(&sum[0], _complex_re(z));
				lqcd_sum_add(&sum[1], _complex_im(z));
			}
	}
	lqcd_comm_sums(&lqcd__hr_lattice.comm, value, sum, 2);
	return lqcd__hr_make(norm * value[0], norm * value[1]);
}

/* Pairs of times; n_pairs: how many pairs of the list have the same distance. */
typedef struct {
	int t1, t2, id, n_pairs;
} cor_points;

typedef struct {
	int n_entries;
	cor_points *list;
	int n_corrs;
} cor_list;

enum { npoly_dist = 1 };

typedef struct {
	suNg *p;
	int ix;
	hr_complex tr;
} wilson_lines;

typedef struct {
	wilson_lines line;
	suNg p[npoly_dist];
} lqcd__hr_leg;

LQCD__HR_GLOBAL lqcd__hr_leg lqcd__hr_leg_state;

static inline wilson_lines *polyleg(int ix, int d)
{
	const int local[4] = {T, X, Y, Z};
	lqcd__hr_leg *l = &lqcd__hr_leg_state;
	suNg w, next;
	lqcd__hr_error(d < 1 || d > 3 || lqcd__hr_lattice.comm.grid[d] > 1, 1, "polyleg",
		       "a direction in space that processes do not cut");
	int length = 1;
	for (int iy = iup_wrk(ix, d); iy != ix && length < local[d]; iy = iup_wrk(iy, d)) length++;
	_suNg_unit(w);
	for (int n = 1, iy = ix; n <= length; n++) {
		iy = idn_wrk(iy, d);
		_suNg_times_suNg(next, *pu_gauge_wrk(iy, d), w);
		w = next;
		if (length - n - 1 >= 0 && length - n - 1 < npoly_dist) l->p[length - n - 1] = w;
	}
	_suNg_trace(l->line.tr, w);
	l->line.p = l->p;
	l->line.ix = ix;
	return &l->line;
}

#endif
