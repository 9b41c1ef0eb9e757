/* lqcd/foreign/types.h: the descriptor of a field in foreign memory.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_TYPES_H
#define LQCD_FOREIGN_TYPES_H

#include "../field/field.h"

typedef enum {
	LQCD_FOREIGN_SPINORS,      /* four spins */
	LQCD_FOREIGN_HALF_SPINORS, /* two */
	LQCD_FOREIGN_VECTORS,      /* colour vectors: one */
	LQCD_FOREIGN_CLOVER,       /* two Hermitian blocks of 2 NC rows (spin, colour), for two spins each: the diagonal, then the
				      complex numbers below it, by columns, or by rows (by_rows); number n of a site at n im, or at
				      numbers[n] */
	LQCD_FOREIGN_LINKS,        /* four matrices U_mu(x), from x to x + mu */
	LQCD_FOREIGN_ODD_LINKS,    /* eight at each odd site: U_mu(x) and U_mu(x - mu), side by side, for each mu */
	LQCD_FOREIGN_MILC_MOMENTA, /* four anti-Hermitian matrices p: p_01, p_02, p_12, Im p_00, p_11, p_22, one number more; SU(3) */
	LQCD_FOREIGN_ALGEBRA,      /* eight numbers c of p, in openQCD's normalisation, four p to a site; SU(3). p_00 = i (c_0 + c_1) / 3, p_11 = i (c_1 - 2 c_0) / 3,
				      p_01 = c_2 + i c_3, p_02 = c_4 + i c_5, p_12 = c_6 + i c_7, and p has no trace */
	LQCD_FOREIGN_KINDS
} lqcd_foreign_kind;

typedef enum {
	LQCD_FOREIGN_LEXICOGRAPHIC,
	LQCD_FOREIGN_EVEN_ODD, /* the sites of a parity by their lexicographic number, a direction halved */
	LQCD_FOREIGN_TABLE,    /* table[((t X + x) Y + y) Z + z], local extents */
	LQCD_FOREIGN_FUNCTION  /* index(x, user), local coordinates (t, x, y, z); called by several threads */
} lqcd_foreign_sites;

typedef enum { LQCD_FOREIGN_NATIVE, LQCD_FOREIGN_LITTLE, LQCD_FOREIGN_BIG } lqcd_foreign_bytes;

/** Lengths of steps are in numbers (floats or doubles), directions 0 = T, 1 = X, 2 = Y, 3 = Z. Number n of site x:
 *    data[site place(x) + half (second half) + direction d + chunk(spin s + row i + column j + im c) + lane w]
 *  where place, lane and half follow from the order of sites. */
typedef struct {
	lqcd_foreign_kind kind;
	void *data;
	void *const *arrays; /* NULL, or four arrays, of the directions in their order, in place of data and direction */
	int bits;            /* 64 or 32 */
	lqcd_foreign_bytes bytes;
	/* sites */
	lqcd_parity parity; /* those that are there; the global parity */
	lqcd_foreign_sites sites;
	int order[4];  /* directions from the slowest to the fastest: 0 1 2 3 */
	int halved;    /* EVEN_ODD: this direction */
	int odd_first; /* EVEN_ODD: 1: the odd half comes first */
	int origin;    /* EVEN_ODD: -1, or the parity that the code gives the first local site, 0 or 1, instead of the global one */
	int box[4];    /* extents of the array where it has margins; 0: the local lattice */
	int first[4];  /* where the local lattice begins in the box */
	int lane_grid[4]; /* sub-lattices whose sites lie side by side; 0: 1 */
	int block;        /* or so many sites in a row lie side by side: site b block + w; 0: 1 */
	const int *table;
	ptrdiff_t (*index)(const int x[4], void *user);
	ptrdiff_t zero; /* TABLE, FUNCTION: the index of the site that lies at data */
	/* NULL, or for lqcd_foreign_get: where the element of another process's site lies: a spinor, or link mu */
	const void *(*remote)(const int x[4], int mu, void *user);
	void *user;
	/* steps */
	ptrdiff_t site, half, direction, spin, row, column, im, lane; /* half 0: behind the sites of the first half */
	ptrdiff_t source_spin, source_colour; /* propagators: from column to column; else 0 */
	int chunk; /* if not 0, number n of a spinor or matrix lies at n / chunk * chunk_step + n % chunk */
	ptrdiff_t chunk_step;
	/* links */
	int directions[4]; /* the place of T, X, Y, Z among their directions */
	int adjoint;       /* 1: U^+ is stored */
	int rows;          /* NC, or NC - 1: the last one is computed */
	int staggered[4];  /* U_mu has the sign (-1)^(sum of the global coordinates whose bit 1 << nu is set) */
	lqcd_complex_d boundary[4]; /* the phase of U_mu on the last slice of the global lattice in direction mu */
	/* clover blocks */
	int by_rows;
	int upper;                /* 1: the conjugates are stored: elements above the diagonal, (j, i) for (i, j) */
	const ptrdiff_t *numbers; /* NULL, or 8 NC^2 places, 0 or above: in place of im and chunks */
	/* values */
	double scale; /* theirs = scale ours; 1e-30 to 1e30, or its negative */
	lqcd_complex_d basis[4][4]; /* spinors: theirs = basis ours; clover blocks: basis ours basis^+ */
} lqcd_foreign;

LQCD_STATIC lqcd_foreign lqcd_foreign_make(lqcd_foreign_kind kind, void *data)
{
	const int links = kind >= LQCD_FOREIGN_LINKS, matrix = 2 * LQCD_NC * LQCD_NC;
	const int spins = kind == LQCD_FOREIGN_SPINORS ? 4 : kind == LQCD_FOREIGN_HALF_SPINORS ? 2 : 1;
	lqcd_foreign f;
	memset(&f, 0, sizeof f);
	f.kind = kind;
	f.data = data;
	f.bits = 64;
	f.halved = 3;
	f.origin = -1;
	f.im = 1;
	f.column = 2;
	f.row = 2 * LQCD_NC;
	f.spin = 2 * LQCD_NC;
	f.direction = matrix;
	f.site = links ? 4 * matrix : 2 * spins * LQCD_NC;
	if (kind == LQCD_FOREIGN_ODD_LINKS) {
		f.site = 8 * matrix;
		f.parity = LQCD_ODD;
	}
	if (kind == LQCD_FOREIGN_CLOVER) f.site = 4 * matrix;
	if (kind == LQCD_FOREIGN_MILC_MOMENTA || kind == LQCD_FOREIGN_ALGEBRA) {
		f.direction = kind == LQCD_FOREIGN_ALGEBRA ? 8 : 10;
		f.site = 4 * f.direction;
	}
	f.rows = LQCD_NC;
	f.scale = 1;
	for (int mu = 0; mu < 4; mu++) {
		f.order[mu] = f.directions[mu] = mu;
		f.boundary[mu].re = f.basis[mu][mu].re = 1;
	}
	return f;
}

/* Numbers of the largest element: two clover blocks. */
enum { LQCD__FOREIGN_MOST = 8 * LQCD_NC * LQCD_NC };

/** A descriptor on a lattice, resolved: the place of a site is a sum over directions of tables. */
typedef struct {
	lqcd_foreign f;
	const lqcd_lattice *lattice;
	char *base[4];                       /* of our directions */
	ptrdiff_t *memory, *place[4];        /* [coordinate + first]: offset, or index where `split` */
	ptrdiff_t half[2], second;           /* of even and odd sites; of U_mu(x - mu) */
	int split;                           /* a place is an index, whose offset is to be computed */
	int nests;                           /* steps nest: numbers of one array have places of their own */
	int first[4], box[4], corner[4], odd; /* corner: global coordinates of the first local site; odd: its parity */
	int extent[4];                       /* of the global lattice */
	int reals, elements;                 /* of an element; elements per site */
	int swap, plain, unscaled, signs, turned, dense; /* see map.h */
	ptrdiff_t raw[LQCD__FOREIGN_MOST];   /* offsets of the numbers as they lie there; negative row: -1 */
	ptrdiff_t low, high;                 /* the least and the largest of them */
	ptrdiff_t offset[LQCD__FOREIGN_MOST]; /* and of ours, if plain: ours[k] = factor[k] theirs[offset[k]] */
	double sign[LQCD__FOREIGN_MOST];
	int paired;                          /* real and imaginary parts lie side by side, in either order, if plain */
	int run;                             /* so many numbers of a site lie side by side, if plain; 0: not everywhere as many */
	int rank[LQCD__FOREIGN_MOST];        /* the numbers mu reals + k of a site in the order of their addresses */
} lqcd_foreign_map;

#endif
