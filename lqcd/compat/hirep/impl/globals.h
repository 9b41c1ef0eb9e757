/* lqcd/compat/hirep/impl/globals.h: part of compat/hirep.h: global variables, index macros, access to fields, loops.
 *
 * HiRep's interface is global. Each variable is defined weakly in every translation unit that includes the header, and
 * the linker keeps one: all units of a program share the lattice and the links without a library to link. T, X, Y, Z
 * are variables, so that names of one letter are taken in such a program.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_GLOBALS_H
#define LQCD_COMPAT_HIREP_GLOBALS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../dirac/wilson.h"
#include "../../../field/layout.h"
#include "../../../lattice/loops.h"
#include "types.h"

#define LQCD__HR_GLOBAL          __attribute__((weak))
#define GLB_VAR(type, name, ...) LQCD__HR_GLOBAL type name __VA_ARGS__

GLB_VAR(int, T, = 0);
GLB_VAR(int, X, = 0);
GLB_VAR(int, Y, = 0);
GLB_VAR(int, Z, = 0);
GLB_VAR(long int, VOLUME, = 0);
GLB_VAR(long int, VOL3, = 0);
GLB_VAR(long int, GLB_VOLUME, = 0);
GLB_VAR(long int, GLB_VOL3, = 0);
GLB_VAR(int, GLB_T, = 0);
GLB_VAR(int, GLB_X, = 0);
GLB_VAR(int, GLB_Y, = 0);
GLB_VAR(int, GLB_Z, = 0);
GLB_VAR(int, NP_T, = 1);
GLB_VAR(int, NP_X, = 1);
GLB_VAR(int, NP_Y, = 1);
GLB_VAR(int, NP_Z, = 1);
GLB_VAR(int, T_BORDER, = 0);
GLB_VAR(int, X_BORDER, = 0);
GLB_VAR(int, Y_BORDER, = 0);
GLB_VAR(int, Z_BORDER, = 0);
GLB_VAR(int, T_EXT, = 0);
GLB_VAR(int, X_EXT, = 0);
GLB_VAR(int, Y_EXT, = 0);
GLB_VAR(int, Z_EXT, = 0);
GLB_VAR(int, PB_T, = 2);
GLB_VAR(int, PB_X, = 2);
GLB_VAR(int, PB_Y, = 2);
GLB_VAR(int, PB_Z, = 2);
GLB_VAR(int, BLK_T, = 4);
GLB_VAR(int, BLK_X, = 4);
GLB_VAR(int, BLK_Y, = 4);
GLB_VAR(int, BLK_Z, = 4);
GLB_VAR(int, WORLD_SIZE, = 1);
GLB_VAR(int, CART_SIZE, = 1);
GLB_VAR(int, MPI_WORLD_SIZE, = 1);
GLB_VAR(int, N_REP, = 1);
GLB_VAR(int, MPI_PID, = 0);
GLB_VAR(int, RID, = 0);
GLB_VAR(int, PID, = 0);
GLB_VAR(int, LID, = 0);
GLB_VAR(int, CID, = 0);
GLB_VAR(int, COORD[4], = {0, 0, 0, 0});
GLB_VAR(int, zerocoord[4], = {0, 0, 0, 0});
GLB_VAR(int, PSIGN, = 0);
GLB_VAR(const int *, ipt, = NULL);
GLB_VAR(const int *, iup, = NULL);
GLB_VAR(const int *, idn, = NULL);
GLB_VAR(geometry_descriptor, glattice, );
GLB_VAR(geometry_descriptor, glat_even, );
GLB_VAR(geometry_descriptor, glat_odd, );
GLB_VAR(suNg_field *, u_gauge, = NULL);
GLB_VAR(suNf_field *, u_gauge_f, = NULL);
GLB_VAR(suNg_field_flt *, u_gauge_flt, = NULL);
GLB_VAR(suNf_field_flt *, u_gauge_f_flt, = NULL);
GLB_VAR(suNg_scalar_field *, u_scalar, = NULL);
GLB_VAR(clover_term *, cl_term, = NULL);
GLB_VAR(ldl_field *, cl_ldl, = NULL);
GLB_VAR(lqcd__hr_planes *, cl_force, = NULL);
GLB_VAR(suNg_av_field *, suN_momenta, = NULL);
GLB_VAR(suNg_scalar_field *, scalar_momenta, = NULL);
GLB_VAR(hr_complex, eitheta[4], = {1, 1, 1, 1});
GLB_VAR(mem_t, std_mem_t, = STD_MEM_TYPE);
GLB_VAR(mem_t, alloc_mem_t, = STD_MEM_TYPE);
GLB_VAR(comm_t, std_comm_t, = CPU_COMM);
#ifdef LQCD_MPI
GLB_VAR(lqcd_comm_handle, GLB_COMM, = LQCD_COMM_WORLD);
GLB_VAR(lqcd_comm_handle, cart_comm, = LQCD_COMM_WORLD);
#endif

/* Not in HiRep: the lqcd lattice behind its geometry. */
LQCD__HR_GLOBAL lqcd_lattice lqcd__hr_lattice;

#ifdef UPDATE_EO
#define glat_default glat_even
#else
#define glat_default glattice
#endif

/* ---- messages that end the program, as HiRep does ---------------------------------------------------------------- */

/** The program ends with all its processes. */
static inline void lqcd__hr_error(int test, int number, const char *name, const char *text)
{
	const int status = number ? number : 1;
	if (!test) return;
	fflush(stdout);
	fprintf(stderr, "[ERROR][%d][%s] %s\n", number, name, text);
	if (MPI_WORLD_SIZE > 1) lqcd_comm_abort(status);
	exit(status);
}

/** For errors that all processes detect: one of them reports. */
static inline void lqcd__hr_error_of_all(int test, const char *name, const char *text)
{
	if (test && MPI_PID) {
		/* until the first one has ended the program */
		const lqcd_comm all = lqcd_comm_all();
		lqcd_comm_barrier(&all);
	}
	lqcd__hr_error(test, 1, name, text);
}
#define error(test, number, name, ...) lqcd__hr_error(test, number, name, __VA_ARGS__)

/* ---- indices --------------------------------------------------------------------------------------------------- */

#define _lexi(T_, X_, Y_, Z_, t, x, y, z) ((((t) * (X_) + (x)) * (Y_) + (y)) * (Z_) + (z))
#define ipt(t, x, y, z)                   lqcd__hr_ipt(t, x, y, z)
#define ipt_ext(t, x, y, z)               lqcd__hr_ipt((t)-T_BORDER, (x)-X_BORDER, (y)-Y_BORDER, (z)-Z_BORDER)
#define ipt_4d(t, n)                      lqcd__hr_ipt(t, (n) / (Y * Z), (n) / Z % Y, (n) % Z)
#define iup(site, dir)                    (iup[4 * (site) + (dir)])
#define idn(site, dir)                    (idn[4 * (site) + (dir)])
#define coord_to_index(ix, mu)            (((ix) << 2) | (mu))
#define index_to_coord(i, ix, mu)         ((void)((mu) = (i)&3, (ix) = (i) >> 2))
#define safe_mod(x, y)      ((x) >= 0 ? (x) % (y) : ((y) - ((-(x)) % (y))) % (y))
#define safe_mod_alt(x, y)  safe_mod(x, y)
#define safe_mod_fast(x, y) (((x) + (y)) % (y))

/** Index of local coordinates. If the process grid cuts a direction, -1 and the local extent lead into a buffer (or to
 * -1 if there is none); else each is taken modulo the extent. */
static inline int lqcd__hr_ipt(int t, int x, int y, int z)
{
	const int border[4] = {T_BORDER, X_BORDER, Y_BORDER, Z_BORDER}, local[4] = {T, X, Y, Z};
	int out[4] = {0, 0, 0, 0}, c[4] = {t, x, y, z};
	for (int mu = 0; mu < 4; mu++) {
		if (border[mu]) out[mu] = c[mu] < 0 ? -1 : c[mu] >= local[mu];
		c[mu] = safe_mod(c[mu] - out[mu], local[mu]);
	}
	int ix = ipt[_lexi(T, X, Y, Z, c[0], c[1], c[2], c[3])];
	for (int mu = 0; mu < 4; mu++)
		if (out[mu] && ix >= 0) ix = out[mu] > 0 ? iup(ix, mu) : idn(ix, mu);
	return ix;
}

/** The geometry of lqcd behind a descriptor: that of one lane. */
static inline const lqcd_geometry *lqcd__hr_geometry(const geometry_descriptor *type)
{
	const lqcd_geometry *g;
	const lqcd_parity parity = type == &glat_even ? LQCD_EVEN : type == &glat_odd ? LQCD_ODD : LQCD_FULL;
	lqcd__hr_error(!lqcd__hr_lattice.sites, 1, "geometry", "no lattice yet: call setup_process or geometry_init");
	lqcd__hr_error(parity == LQCD_FULL && type != &glattice, 1, "geometry", "an unknown geometry descriptor");
	(void)lqcd_lattice_geometry(&lqcd__hr_lattice, parity, 1, &g);
	return g;
}

static inline geometry_descriptor *lqcd__hr_type(lqcd_parity parity)
{
	return parity == LQCD_EVEN ? &glat_even : parity == LQCD_ODD ? &glat_odd : &glattice;
}

static inline void lqcd__hr_describe(geometry_descriptor *type, lqcd_parity parity)
{
	const lqcd_geometry *g;
	lqcd__hr_error(lqcd_lattice_geometry(&lqcd__hr_lattice, parity, 1, &g) != LQCD_OK, 1, "geometry_init",
		       "out of memory");
	type->inner_master_pieces = g->inner_master_pieces;
	type->local_master_pieces = g->local_master_pieces;
	type->total_spinor_master_pieces = g->total_spinor_master_pieces;
	type->total_gauge_master_pieces = g->total_gauge_master_pieces;
	type->master_start = g->master_start;
	type->master_end = g->master_end;
	type->master_shift = g->master_shift;
	type->ncopies_spinor = g->ncopies_spinor;
	type->ncopies_gauge = g->ncopies_gauge;
	type->copy_from = g->copy_from;
	type->copy_to = g->copy_to;
	type->copy_len = g->copy_len;
	type->copy_shift = g->copy_shift;
	type->nbuffers_spinor = g->nbuffers_spinor;
	type->nbuffers_gauge = g->nbuffers_gauge;
	type->rbuf_len = g->rbuf_len;
	type->sbuf_len = g->sbuf_len;
	type->rbuf_from_proc = g->rbuf_from_proc;
	type->rbuf_start = g->rbuf_start;
	type->sbuf_to_proc = g->sbuf_to_proc;
	type->sbuf_start = g->sbuf_start;
	type->gsize_spinor = g->gsize_spinor;
	type->gsize_gauge = g->gsize_gauge;
	type->fuse_mask = g->fuse_mask;
	type->fuse_gauge_size = g->fuse_gauge_size;
	type->fuse_inner_counter = g->fuse_inner_counter;
	ipt = g->ipt;
	iup = g->iup;
	idn = g->idn;
}

/* ---- ends in time ------------------------------------------------------------------------------------------------- */

/** The boundary in time that the program is compiled for, with its weights: c_s, of a Schroedinger functional c_t. */
static inline lqcd_boundary lqcd__hr_boundary(double weight)
{
#ifdef BC_T_SF
	/* HiRep's time slices are 1 to GLB_T - 1. */
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_SF);
	b.first = 1;
	b.last = GLB_T - 2;
#elif defined(BC_T_OPEN)
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_OPEN);
#else
	lqcd_boundary b = lqcd_boundary_make(LQCD_BOUNDARY_PERIODIC);
#endif
	b.cG[0] = b.cG[1] = weight;
	return b;
}

/** The lattice gets the boundary b. */
static inline void lqcd__hr_set_boundary(const lqcd_boundary *b, const char *name)
{
	const lqcd_status s = lqcd_lattice_set_boundary(&lqcd__hr_lattice, b);
	lqcd__hr_error_of_all(s != LQCD_OK, name, lqcd_lattice_why(&lqcd__hr_lattice, s).text);
}

/** The time of a site, counted from the lower end. */
static inline int lqcd__hr_time(int ix)
{
	int x[4];
	lqcd_geometry_coords(lqcd__hr_geometry(&glattice), ix, 0, x);
	return x[0] + zerocoord[0] - lqcd__hr_lattice.boundary.first;
}

/* ---- set-up ------------------------------------------------------------------------------------------------------- */

/** The processes of the program, and the rank of this one. */
static inline lqcd_comm lqcd__hr_world(void)
{
	const lqcd_comm world = lqcd_comm_all();
	MPI_PID = PID = CID = world.rank;
	MPI_WORLD_SIZE = WORLD_SIZE = CART_SIZE = world.size;
	return world;
}

/** Sets the variables that depend on the place of this process in the grid. */
static inline void lqcd__hr_place(void)
{
	const lqcd_lattice *lat = &lqcd__hr_lattice;
	int *const local[4] = {&T, &X, &Y, &Z}, *const extended[4] = {&T_EXT, &X_EXT, &Y_EXT, &Z_EXT};
	int *const border[4] = {&T_BORDER, &X_BORDER, &Y_BORDER, &Z_BORDER};
	for (int mu = 0; mu < 4; mu++) {
		*local[mu] = lat->local[mu];
		*border[mu] = lat->comm.grid[mu] > 1 ? BORDERSIZE : 0;
		*extended[mu] = *local[mu] + 2 * *border[mu];
		COORD[mu] = lat->comm.coord[mu];
		zerocoord[mu] = COORD[mu] * *local[mu];
	}
	PSIGN = (zerocoord[0] + zerocoord[1] + zerocoord[2] + zerocoord[3]) & 1;
}

/** Makes the lattice of GLB_T .. GLB_Z on the processes NP_T .. NP_Z, without MPI on one; 0 on success, or if it
 * exists. */
static inline int geometry_init(void)
{
	lqcd_message why;
	lqcd_lattice_options o = lqcd_lattice_options_default();
	const int extent[4] = {GLB_T, GLB_X, GLB_Y, GLB_Z};
	const lqcd_lattice *lat = &lqcd__hr_lattice;
#ifndef LQCD_MPI
	NP_T = NP_X = NP_Y = NP_Z = 1;
#endif
	if (lat->sites) {
		const int grid[4] = {NP_T, NP_X, NP_Y, NP_Z};
		lqcd__hr_error_of_all(memcmp(extent, lat->extent, sizeof extent) != 0 ||
					      memcmp(grid, lat->comm.grid, sizeof grid) != 0,
				      "geometry_init", "the lattice exists already, and is another one");
		return 0;
	}
	const lqcd_comm world = lqcd__hr_world();
	o.comm = &world;
	o.grid[0] = NP_T;
	o.grid[1] = NP_X;
	o.grid[2] = NP_Y;
	o.grid[3] = NP_Z;
	o.block[0] = PB_T;
	o.block[1] = PB_X;
	o.block[2] = PB_Y;
	o.block[3] = PB_Z;
	o.odd_extents = 1;
	const lqcd_status s = lqcd_lattice_create(&lqcd__hr_lattice, extent, &o, &why);
	lqcd__hr_error_of_all(s != LQCD_OK, "geometry_init", why.text);
	const lqcd_boundary b = lqcd__hr_boundary(1);
	lqcd__hr_set_boundary(&b, "geometry_init");
	lqcd__hr_place();
	VOL3 = (long)X * Y * Z;
	VOLUME = T * VOL3;
	GLB_VOL3 = (long)GLB_X * GLB_Y * GLB_Z;
	GLB_VOLUME = GLB_T * GLB_VOL3;
	lqcd__hr_describe(&glattice, LQCD_FULL);
	lqcd__hr_describe(&glat_even, LQCD_EVEN);
	lqcd__hr_describe(&glat_odd, LQCD_ODD);
	return 0;
}

static inline void geometry_mpi_eo(void)
{
	geometry_init();
}

/** Ends the program unless each site of this process is the neighbour of its neighbours, of the other parity. */
static inline void test_geometry_mpi_eo(void)
{
	const lqcd_geometry *g = lqcd__hr_geometry(&glattice);
	const int odd = glat_odd.master_shift;
	int wrong = 0;
	for (int k = 0; k < T * X * Y * Z; k++) {
		const int ix = ipt[k];
		for (int mu = 0; mu < 4; mu++) {
			const int up = iup(ix, mu), dn = idn(ix, mu);
			if (up >= 0 && up < odd + glat_odd.gsize_spinor && g->lattice->comm.grid[mu] == 1)
				wrong += idn(up, mu) != ix || iup(dn, mu) != ix || (up < odd) == (ix < odd);
		}
	}
	lqcd__hr_error_of_all(lqcd_comm_max(&g->lattice->comm, wrong) > 0.5, "test_geometry_mpi_eo", "wrong neighbours");
}

/** The process at coordinates of the grid, which is periodic. */
static inline int proc_id(int c[4])
{
	return lqcd_lattice_rank(&lqcd__hr_lattice, c);
}

/** The process `steps` from process id in direction dir. */
static inline int lqcd__hr_proc_step(int id, int dir, int steps)
{
	int c[4];
	lqcd__unlex(id, lqcd__hr_lattice.comm.grid, c);
	c[dir] += steps;
	return proc_id(c);
}

static inline int proc_up(int id, int dir)
{
	return lqcd__hr_proc_step(id, dir, 1);
}

static inline int proc_dn(int id, int dir)
{
	return lqcd__hr_proc_step(id, dir, -1);
}

/** The global coordinates of the first site of this process. */
static inline void origin_coord(int *c)
{
	for (int mu = 0; mu < 4; mu++) c[mu] = zerocoord[mu];
}

/** The coordinates of the process that has the global site g. */
static inline void glb_to_proc(int *g, int *p)
{
	for (int mu = 0; mu < 4; mu++) p[mu] = g[mu] / lqcd__hr_lattice.local[mu];
}

/* ---- elements -------------------------------------------------------------------------------------------------- */

#undef _FIELD_AT
#undef _4FIELD_AT
#define _FIELD_AT(s, i) ((s)->ptr + ((i) - (s)->type->master_shift))

#define _DFIELD_AT(s, i, mu, size) ((s)->ptr + ((size) * (size_t)((i) - (s)->type->master_shift) + (size_t)(mu)))

#define _3FIELD_AT(s, i, mu)                  _DFIELD_AT(s, i, mu, 3)
#define _4FIELD_AT(s, i, mu)                  _DFIELD_AT(s, i, mu, 4)
#define _6FIELD_AT(s, i, mu)                  _DFIELD_AT(s, i, mu, 6)
#define _FIELD_AT_PTR(p, i, shift)            ((p) + ((i) - (shift)))
#define _DFIELD_AT_PTR(p, i, mu, shift, size) ((p) + ((size) * (size_t)((i) - (shift)) + (size_t)(mu)))
#define _3FIELD_AT_PTR(p, i, mu, shift)       _DFIELD_AT_PTR(p, i, mu, shift, 3)
#define _4FIELD_AT_PTR(p, i, mu, shift)       _DFIELD_AT_PTR(p, i, mu, shift, 4)
#define _6FIELD_AT_PTR(p, i, mu, shift)       _DFIELD_AT_PTR(p, i, mu, shift, 6)
#define _FIELD_BLK(s, ip)                     _FIELD_AT(s, (s)->type->master_start[ip])
#define _4FIELD_BLK(s, ip)                    _4FIELD_AT(s, (s)->type->master_start[ip], 0)
#define _DFIELD_BLK(s, ip, size)              _DFIELD_AT(s, (s)->type->master_start[ip], 0, size)
/* Receive buffer i. */
#define _BUF_FIELD_BLK(s, i)                  _FIELD_AT(s, (s)->type->rbuf_start[i])
#define _BUF_4FIELD_BLK(s, i)                 _4FIELD_AT(s, (s)->type->rbuf_start[i], 0)
#define _BUF_DFIELD_BLK(s, i, size)           _DFIELD_AT(s, (s)->type->rbuf_start[i], 0, size)
#define pu_gauge(ix, mu)                      (u_gauge->ptr + 4 * (ptrdiff_t)(ix) + (mu))
#define pu_gauge_f(ix, mu)                    (u_gauge_f->ptr + 4 * (ptrdiff_t)(ix) + (mu))
#define pu_gauge_flt(ix, mu)                  (u_gauge_flt->ptr + 4 * (ptrdiff_t)(ix) + (mu))
#define pu_gauge_f_flt(ix, mu)                (u_gauge_f_flt->ptr + 4 * (ptrdiff_t)(ix) + (mu))
#define pu_scalar(ix)                         (u_scalar->ptr + (ix))

/* ---- loops ------------------------------------------------------------------------------------------------------
 * They run in threads if the program is compiled with -fopenmp, as in HiRep. Loops with reductions run in one: they
 * take any number of variables of any type, and give the same bits each time. type may also be a lqcd_geometry. */

#undef _MASTER_FOR
#undef _PIECE_FOR
#undef _SITE_FOR
#undef _MASTER_FOR_SUM
#undef _MASTER_FOR_MAX
#undef _SITE_FOR_SUM
#undef _SITE_FOR_MAX

static inline lqcd__range lqcd__hr_piece(const geometry_descriptor *type, int ip)
{
	return lqcd__piece_range(lqcd__hr_geometry(type), ip);
}

static inline lqcd__range lqcd__hr_full(const geometry_descriptor *type)
{
	return lqcd__full_range(lqcd__hr_geometry(type));
}

#ifdef __cplusplus
static inline lqcd__range lqcd__hr_piece(const lqcd_geometry *type, int ip)
{
	return lqcd__piece_range(type, ip);
}

static inline lqcd__range lqcd__hr_full(const lqcd_geometry *type)
{
	return lqcd__full_range(type);
}

#define LQCD__HR_SELECT(type, hr, plain) hr
#else
#define LQCD__HR_SELECT(type, hr, plain)                                                                               \
	(__extension__ _Generic((type), geometry_descriptor * : hr, const geometry_descriptor * : hr,                  \
				lqcd_geometry * : plain, const lqcd_geometry * : plain))
#endif
#define LQCD__HR_PIECE(type, ip) LQCD__HR_SELECT(type, lqcd__hr_piece, lqcd__piece_range)(type, ip)
#define LQCD__HR_FULL(type)      LQCD__HR_SELECT(type, lqcd__hr_full, lqcd__full_range)(type)
#define LQCD__HR_SERIAL(r, is)   LQCD__HALVES(lqcd__first_half(r), is) LQCD__INDEX_FOR(lqcd__r_##is, is)

/* Older programs declare the variable of a loop before it; the loop has its own. */
#define _DECLARE_INT_ITERATOR(is)           int is __attribute__((unused))
#define _PIECE_FOR(type, ip)                LQCD_PIECE_FOR(type, ip)
#define _SITE_FOR(type, ip, is)             LQCD__RANGE_FOR(LQCD__HR_PIECE(type, ip), is)
#define _MASTER_FOR(type, is)               LQCD__RANGE_FOR(LQCD__HR_FULL(type), is)
#define _SITE_FOR_SUM(type, ip, is, ...)    LQCD__HR_SERIAL(LQCD__HR_PIECE(type, ip), is)
#define _SITE_FOR_MAX(type, ip, is, ...)    LQCD__HR_SERIAL(LQCD__HR_PIECE(type, ip), is)
#define _SITE_FOR_MIN(type, ip, is, ...)    LQCD__HR_SERIAL(LQCD__HR_PIECE(type, ip), is)
#define _SITE_FOR_RED(type, ip, is, ...)    LQCD__HR_SERIAL(LQCD__HR_PIECE(type, ip), is)
#define _MASTER_FOR_SUM(type, is, ...)      LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _MASTER_FOR_MAX(type, is, ...)      LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _MASTER_FOR_MIN(type, is, ...)      LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _MASTER_FOR_RED(type, is, ...)      LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _FUSE_MASTER_FOR(type, is)          _MASTER_FOR(type, is)
#define _FUSE_MASTER_FOR_SUM(type, is, ...) LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _FUSE_MASTER_FOR_MAX(type, is, ...) LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _FUSE_MASTER_FOR_MIN(type, is, ...) LQCD__HR_SERIAL(LQCD__HR_FULL(type), is)
#define _FUSE_IDX(type, is)                 is
/* The elements of one, two or three fields of one geometry, one after the other, with the same index. */
#define _ONE_SPINOR_FOR(s)                      LQCD__RANGE_FOR(LQCD__HR_FULL((s)->type), lqcd__site)
#define _TWO_SPINORS_FOR(s1, s2)                _ONE_SPINOR_FOR(s1)
#define _THREE_SPINORS_FOR(s1, s2, s3)          _ONE_SPINOR_FOR(s1)
#define LQCD__HR_SERIAL_OF(s)                   LQCD__HR_SERIAL(LQCD__HR_FULL((s)->type), lqcd__site)
#define _ONE_SPINOR_FOR_SUM(s, ...)             LQCD__HR_SERIAL_OF(s)
#define _TWO_SPINORS_FOR_SUM(s1, s2, ...)       LQCD__HR_SERIAL_OF(s1)
#define _THREE_SPINORS_FOR_SUM(s1, s2, s3, ...) LQCD__HR_SERIAL_OF(s1)
#define _ONE_SPINOR_FOR_RED(s, ...)             LQCD__HR_SERIAL_OF(s)
#define _TWO_SPINORS_FOR_RED(s1, s2, ...)       LQCD__HR_SERIAL_OF(s1)
#define _THREE_SPINORS_FOR_RED(s1, s2, s3, ...) LQCD__HR_SERIAL_OF(s1)
#define _SPINOR_PTR(s)                          _FIELD_AT(s, lqcd__site)
#define _ONE_SITE_FOR(s)                        _ONE_SPINOR_FOR(s)
#define _TWO_SITE_FOR(s1, s2)                   _ONE_SPINOR_FOR(s1)
#define _THREE_SITE_FOR(s1, s2, s3)             _ONE_SPINOR_FOR(s1)
#define _ONE_SITE_FOR_SUM(s, ...)               LQCD__HR_SERIAL_OF(s)
#define _TWO_SITE_FOR_SUM(s1, s2, ...)          LQCD__HR_SERIAL_OF(s1)
#define _THREE_SITE_FOR_SUM(s1, s2, s3, ...)    LQCD__HR_SERIAL_OF(s1)
#define _SITE_PTR(s, mu, dim)                   _DFIELD_AT(s, lqcd__site, mu, dim)

/** For the checks below; their message names the including file. */
static inline void lqcd__hr_check(int good, const char *file, const char *what)
{
	lqcd__hr_error(!good, 1, file, what);
}

static inline int lqcd__hr_even_and_odd(const geometry_descriptor *a, const geometry_descriptor *b)
{
	return (a == &glat_even && b == &glat_odd) || (a == &glat_odd && b == &glat_even);
}

#define LQCD__HR_CHECK(good, what)       lqcd__hr_check(good, __FILE__, what)
#define _TWO_SPINORS_MATCHING(s1, s2)    LQCD__HR_CHECK((s1)->type == (s2)->type, "the geometries of two fields differ")
#define _ARRAY_SPINOR_MATCHING(s, n)     LQCD__SERIAL_FOR(lqcd__i, 1, n) _TWO_SPINORS_MATCHING(s, (s) + lqcd__i)
#define _CHECK_GEOMETRY_MATCHING(s1, s2) _TWO_SPINORS_MATCHING(s1, s2)
#define _CHECK_GEOMETRY_FULL(s)          LQCD__HR_CHECK((s)->type == &glattice, "the field must live everywhere")
#define _CHECK_GEOMETRY_EVEN(s)          LQCD__HR_CHECK((s)->type == &glat_even, "the field must be even")
#define _CHECK_GEOMETRY_ODD(s)           LQCD__HR_CHECK((s)->type == &glat_odd, "the field must be odd")
#define LQCD__HR_EVEN_ODD(s1, s2)        lqcd__hr_even_and_odd((s1)->type, (s2)->type)
#define _CHECK_GEOMETRY_EO(s1, s2)       LQCD__HR_CHECK(LQCD__HR_EVEN_ODD(s1, s2), "one field must be even, one odd")

#define _DO_PRAGMA(x) _Pragma(#x)
#define _OMP_PRAGMA(x)
#define _OMP_PARALLEL_FOR
#define _OMP_BARRIER
#define _omp_parallel
#define _omp_for
#define _omp_sum(...)
#define _omp_max(...)
#define _omp_min(...)
#define hr_threadId() 0

#endif
