/* lqcd/foreign/codes.h: fields of well-known codes, as descriptors (foreign/fields.h), with what works on them: plaquette,
 * energy, charge and flow (foreign/gauge.h), operators and solves (foreign/solver.h). Opt-in: lqcd.h does not include it.
 *
 *   lqcd_foreign F = lqcd_foreign_of(LQCD_CODE_MILC, LQCD_FOREIGN_LINKS, links, 64, NULL, &lat);
 *   status = lqcd_foreign_import_links(&u, &F);
 *
 * data of the local lattice, numbers of 32 or 64 bits. "Arrays": of links, data is an array of four pointers, one to each direction, else
 * the array itself. Spinors are [spin][colour] in the basis named, matrices [row][column] unless said otherwise; lexicographic: X fastest,
 * T slowest, with directions X Y Z T, or Z fastest, with T X Y Z. Even-odd: the even sites, then the odd ones, each in lexicographic order.
 * Kinds without a form in a code, and NULL, make a descriptor that is refused. Set afterwards what it does not know: F.boundary of
 * antiperiodic links, F.parity of half fields of even-odd orders, lqcd_foreign_set_phases, margins.
 *
 *   LQCD_CODE_MILC            even-odd, X fastest; links [site][4]: malloc'ed fields. MILC's basis; momenta [site][4] of anti_hermitmat. For
 *                             members of the struct site, data is that of lattice[0] and F.site = sizeof(site) / sizeof(Real)
 *   LQCD_CODE_OPENQCD         table: ipt. Links: udfld(), eight of each odd site; spinors [ix]
 *   LQCD_CODE_TMLQCD          lexicographic, Z fastest: g_gauge_field, spinors of the whole lattice
 *   LQCD_CODE_TMLQCD_EO       spinors even-odd, Z fastest; a g_spinor_field is half of it: set F.parity
 *   LQCD_CODE_QDPXX           cb2: even-odd, X fastest; arrays. DeGrand-Rossi
 *   LQCD_CODE_CPS             canonical: lexicographic, X fastest; links [site][4]. DeGrand-Rossi
 *   LQCD_CODE_CPS_STAG        links as canonical, times the phases of LQCD_PHASES_XYZT, adjoint; vectors even-odd, T fastest, then X, Y, Z
 *   LQCD_CODE_CPS_WILSON      links even-odd, [site][4][column][row]; spinors odd-even
 *   LQCD_CODE_CPS_HEATBATH    lexicographic, Z fastest; links [site][4][re,im][row][column]
 *   LQCD_CODE_GRID            table: the SIMD layout, lanes in X Y Z T, of complex numbers. Lexicographic, X fastest, in the sub-lattices of
 *                             lanes: [site][4][row][column][lane][re,im]. DeGrand-Rossi. Half fields: F.parity, F.sites = LQCD_FOREIGN_EVEN_ODD
 *   LQCD_CODE_GPT             arrays of numpy, U[mu][:]: lexicographic, X fastest; arrays. DeGrand-Rossi
 *   LQCD_CODE_HIREP           table: ipt[T][X][Y][Z]. Links [ix][4]
 *   LQCD_CODE_QUDA_QDP        even-odd, X fastest; arrays; spinors [colour][spin] (QUDA_QDP_GAUGE_ORDER, _DIRAC_ORDER)
 *   LQCD_CODE_QUDA_MILC       links [site][4]; spinors [spin][colour]: QUDA_DIRAC_ORDER
 *   LQCD_CODE_QUDA_CPS        links [site][4][column][row]; spinors odd-even (QUDA_CPS_WILSON_..)
 *   LQCD_CODE_QUDA_TIFR       links [4][site][column][row]; no spinors
 *   LQCD_CODE_QUDA_QDPJIT     arrays [re,im][row][column][parity][site]; spinors [re,im][colour][spin][parity][site]
 *   LQCD_CODE_QUDA_LEX        spinors lexicographic, X fastest: QUDA_LEX_DIRAC_ORDER; no links
 *   LQCD_CODE_QUDA_FLOAT2     on the device, 18 reals per link: [parity][4][9][site][2]; spinors [parity][12][site][2]. With a pad set
 *                             F.chunk_step, F.direction and F.half
 *   LQCD_CODE_BQCD            clover blocks alone: even-odd, X fastest
 * Clover blocks, of SU(3), are those of OPENQCD: swdfld(), two pauli_dble a site: the diagonal, then the elements above it by rows; QDPXX:
 * PrimitiveClovTriang: diag[2][6], offd[2][15], below the diagonal by rows; QUDA_QDP, QUDA_MILC: QUDA_PACKED_CLOVER_ORDER, of each block the
 * diagonal, then the elements below it by columns; BQCD: QUDA_BQCD_CLOVER_ORDER. All of QUDA's have X fastest, directions X Y Z T, and spinors of
 * the DeGrand-Rossi basis. F.scale is 1: CPS and QUDA may scale links by an anisotropy. SPDX-License-Identifier: MIT */
#ifndef LQCD_FOREIGN_CODES_H
#define LQCD_FOREIGN_CODES_H

#include "fields.h"
#include "gauge.h"
#include "solver.h"

typedef enum {
	LQCD_CODE_MILC,
	LQCD_CODE_OPENQCD,
	LQCD_CODE_TMLQCD,
	LQCD_CODE_TMLQCD_EO,
	LQCD_CODE_QDPXX,
	LQCD_CODE_CPS,
	LQCD_CODE_CPS_STAG,
	LQCD_CODE_CPS_WILSON,
	LQCD_CODE_CPS_HEATBATH,
	LQCD_CODE_GRID,
	LQCD_CODE_GPT,
	LQCD_CODE_HIREP,
	LQCD_CODE_QUDA_QDP,
	LQCD_CODE_QUDA_MILC,
	LQCD_CODE_QUDA_CPS,
	LQCD_CODE_QUDA_TIFR,
	LQCD_CODE_QUDA_QDPJIT,
	LQCD_CODE_QUDA_LEX,
	LQCD_CODE_QUDA_FLOAT2,
	LQCD_CODE_BQCD, /* clover blocks alone */
	LQCD_CODES
} lqcd_foreign_code;

/** Sites with X fastest and T slowest, directions X Y Z T. */
LQCD_STATIC void lqcd__foreign_x_fast(lqcd_foreign *f)
{
	for (int mu = 0; mu < 4; mu++) {
		f->order[mu] = (4 - mu) % 4;
		f->directions[mu] = (mu + 3) % 4;
	}
	f->halved = 1;
}

/** Four arrays; links of one direction side by side. */
LQCD_STATIC void lqcd__foreign_arrays(lqcd_foreign *f)
{
	if (f->kind != LQCD_FOREIGN_LINKS) return;
	f->arrays = (void *const *)f->data;
	f->data = NULL;
	f->site = 2 * LQCD_NC * LQCD_NC;
}

/** Columns of matrices, or colours of spinors, before rows or spins. */
LQCD_STATIC void lqcd__foreign_columns(lqcd_foreign *f, int rows)
{
	f->row = f->spin = 2;
	f->column = 2 * rows;
}

LQCD_STATIC void lqcd__foreign_grid(lqcd_foreign *f, const int *simd)
{
	int lanes = 1;
	for (int mu = 0; mu < 4; mu++) lanes *= f->lane_grid[mu] = simd[(mu + 3) % 4];
	f->lane = 2;
	f->column *= lanes;
	f->row *= lanes;
	f->spin *= lanes;
	f->direction *= lanes;
	f->site *= lanes;
}

/** An array per number, or pairs of numbers, of the `half` sites of a parity. */
LQCD_STATIC void lqcd__foreign_quda_planes(lqcd_foreign *f, lqcd_foreign_code code, ptrdiff_t half)
{
	const ptrdiff_t spins = f->kind == LQCD_FOREIGN_SPINORS ? 4 : f->kind == LQCD_FOREIGN_HALF_SPINORS ? 2 : 1;
	const ptrdiff_t links = f->kind == LQCD_FOREIGN_LINKS, reals = 2 * LQCD_NC * (links ? LQCD_NC : spins);
	if (code == LQCD_CODE_QUDA_FLOAT2) {
		f->site = f->chunk = 2;
		f->chunk_step = 2 * half;
		f->direction = reals * half;
		f->half = reals * half * (links ? 4 : 1);
		return;
	}
	lqcd__foreign_arrays(f);
	f->site = 1;
	f->half = half;
	f->column = 2 * half * (links ? 1 : spins);
	f->row = 2 * half * LQCD_NC;
	f->spin = 2 * half;
	f->im = half * reals;
}

/** The numbers of clover blocks; 0 for a code that has none here. */
LQCD_STATIC int lqcd__foreign_clover(lqcd_foreign *f, lqcd_foreign_code code)
{
#if LQCD_NC == 3
#define LQCD__FOREIGN_ROW(n)     (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5
#define LQCD__FOREIGN_OFF(n)     LQCD__FOREIGN_ROW(n), LQCD__FOREIGN_ROW((n) + 6), LQCD__FOREIGN_ROW((n) + 12), LQCD__FOREIGN_ROW((n) + 18), LQCD__FOREIGN_ROW((n) + 24)
#define LQCD__FOREIGN_BQCD(b)                                                                                          \
	(b), (b) + 1, (b) + 20, (b) + 21, (b) + 32, (b) + 33, LQCD__FOREIGN_ROW((b) + 2), LQCD__FOREIGN_ROW((b) + 8),             \
		LQCD__FOREIGN_ROW((b) + 14), LQCD__FOREIGN_ROW((b) + 22), (b) + 28, (b) + 29, (b) + 30, (b) + 31, (b) + 34, (b) + 35
	static const ptrdiff_t qdp[72] = {LQCD__FOREIGN_ROW(0), LQCD__FOREIGN_OFF(12), LQCD__FOREIGN_ROW(6), LQCD__FOREIGN_OFF(42)};
	static const ptrdiff_t bqcd[72] = {LQCD__FOREIGN_BQCD(0), LQCD__FOREIGN_BQCD(36)};
#undef LQCD__FOREIGN_ROW
#undef LQCD__FOREIGN_OFF
#undef LQCD__FOREIGN_BQCD
	f->upper = code == LQCD_CODE_OPENQCD || code == LQCD_CODE_BQCD;
	f->by_rows = code == LQCD_CODE_QDPXX;
	f->numbers = code == LQCD_CODE_QDPXX ? qdp : code == LQCD_CODE_BQCD ? bqcd : NULL;
	for (int s = 0; s < 4 && code == LQCD_CODE_BQCD; s += 2) /* spins 1 and 0 of DeGrand and Rossi, the former with a sign */
		for (int k = 0; k < 4; k++) {
			const double re = f->basis[s][k].re;
			f->basis[s][k].re = -f->basis[s + 1][k].re;
			f->basis[s + 1][k].re = re;
		}
	return code == LQCD_CODE_OPENQCD || code == LQCD_CODE_QDPXX || code == LQCD_CODE_QUDA_QDP || code == LQCD_CODE_QUDA_MILC ||
	       code == LQCD_CODE_BQCD;
#else
	(void)f;
	return code == LQCD_CODE_QUDA_QDP || code == LQCD_CODE_QUDA_MILC;
#endif
}

LQCD_STATIC lqcd_foreign lqcd_foreign_of(lqcd_foreign_code code, lqcd_foreign_kind kind, void *data, int bits, const int *table,
					 const lqcd_lattice *lat)
{
	enum { even_odd = 1, x_fast = 2, rossi = 4, arrays = 8, no_links = 16, no_spinors = 32, with_table = 64, columns = 128 };
	static const unsigned char form[LQCD_CODES] = {even_odd | x_fast, with_table, 0, even_odd | no_links,
						       even_odd | x_fast | rossi | arrays, x_fast | rossi, x_fast | no_spinors,
						       even_odd | x_fast | rossi | columns, rossi, x_fast | rossi | with_table,
						       x_fast | rossi | arrays, with_table, even_odd | x_fast | rossi | arrays,
						       even_odd | x_fast | rossi, even_odd | x_fast | rossi | columns,
						       even_odd | x_fast | no_spinors | columns, even_odd | x_fast | rossi,
						       x_fast | rossi | no_links, even_odd | x_fast | rossi,
						       even_odd | x_fast | rossi | no_links};
	const int has = (unsigned)code < LQCD_CODES ? form[code] : 0, links = kind >= LQCD_FOREIGN_LINKS, n = LQCD_NC;
	const int odd_links = code == LQCD_CODE_OPENQCD && links, momenta = kind > LQCD_FOREIGN_ODD_LINKS;
	lqcd_foreign f = lqcd_foreign_make(odd_links ? LQCD_FOREIGN_ODD_LINKS : kind, data);
	const int stag = code == LQCD_CODE_CPS_STAG, vector = kind == LQCD_FOREIGN_VECTORS;
	f.bits = bits;
	if ((unsigned)code >= LQCD_CODES || !lat || lat->local[0] < 1 || (has & (links ? no_links : vector ? 0 : no_spinors)) ||
	    (has & with_table && !table) || (code == LQCD_CODE_CPS_HEATBATH && !links) ||
	    (kind == LQCD_FOREIGN_ODD_LINKS && !odd_links) || (momenta && (code != LQCD_CODE_MILC || kind != LQCD_FOREIGN_MILC_MOMENTA))) {
		f.kind = LQCD_FOREIGN_KINDS;
		return f;
	}
	if (code == LQCD_CODE_BQCD && kind != LQCD_FOREIGN_CLOVER) f.kind = LQCD_FOREIGN_KINDS;
	const ptrdiff_t half = (ptrdiff_t)lat->local[0] * lat->local[1] * lat->local[2] * lat->local[3] / 2;
	if (has & x_fast) lqcd__foreign_x_fast(&f);
	if (has & even_odd) f.sites = LQCD_FOREIGN_EVEN_ODD;
	if (has & rossi) (void)lqcd_foreign_set_basis(&f, LQCD_BASIS_DEGRAND_ROSSI);
	if (has & arrays) lqcd__foreign_arrays(&f);
	if (has & columns && links) lqcd__foreign_columns(&f, n);
	if (code == LQCD_CODE_MILC) (void)lqcd_foreign_set_basis(&f, LQCD_BASIS_MILC);
	if (kind == LQCD_FOREIGN_CLOVER) {
		if (!lqcd__foreign_clover(&f, code)) f.kind = LQCD_FOREIGN_KINDS;
		if (f.sites == LQCD_FOREIGN_EVEN_ODD) return f;
	}
	if (code == LQCD_CODE_OPENQCD || code == LQCD_CODE_HIREP) {
		f.sites = LQCD_FOREIGN_TABLE;
		f.table = table;
		f.zero = odd_links ? half : 0;
	}
	if (code == LQCD_CODE_GRID) lqcd__foreign_grid(&f, table);
	if (code == LQCD_CODE_CPS_WILSON || code == LQCD_CODE_QUDA_CPS) f.odd_first = !links;
	if (stag && links) {
		(void)lqcd_foreign_set_phases(&f, LQCD_PHASES_XYZT);
		f.adjoint = 1;
	} else if (stag) { /* Z slowest, then Y, X, T */
		for (int mu = 0; mu < 4; mu++) f.order[mu] = 3 - mu;
		f.sites = LQCD_FOREIGN_EVEN_ODD;
		f.halved = 0;
	}
	if (code == LQCD_CODE_CPS_HEATBATH) {
		f.im = n * n;
		f.row = n;
		f.column = 1;
	}
	if (code == LQCD_CODE_QUDA_QDP && !links && !vector) lqcd__foreign_columns(&f, kind == LQCD_FOREIGN_SPINORS ? 4 : 2);
	if (code == LQCD_CODE_QUDA_TIFR && links) {
		f.site = 2 * n * n;
		f.direction = 2 * half * f.site;
	}
	if (code == LQCD_CODE_QUDA_QDPJIT || code == LQCD_CODE_QUDA_FLOAT2) lqcd__foreign_quda_planes(&f, code, half);
	return f;
}

#endif
