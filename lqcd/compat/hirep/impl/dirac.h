/* lqcd/compat/hirep/impl/dirac.h: part of compat/hirep.h: Wilson and clover operators on spinor fields.
 *
 *   Dphi_(out, in)              -1/2 sum_mu [(1-g_mu) U_mu(x) in(x+mu) + (1+g_mu) U_mu(x-mu)^dagger in(x-mu)]
 *   Dphi(m0, out, in)           (4+m0) in + Dphi_ in
 *   g5Dphi(m0, out, in)         g5 Dphi;  g5Dphi_sq: twice
 *   Dphi_eopre(m0, out, in)     (4+m0)^2 in - Dphi_ Dphi_ in on even fields; Dphi_oepre: odd
 *   g5Dphi_eopre, g5Dphi_eopre_sq; all with _flt on spinor_field_flt, with links from assign_ud2u_f()
 *   set_dirac_mass(m), get_dirac_mass()     the mass of the operators in mass_operators.h
 *   getMVM(), getMVM_flt()      applications of Dphi_, Dphi_flt_ to half a lattice since the last call
 *
 * With WITH_CLOVER, T = 4 + m0 + csw C of dirac/clover.h, with WITH_EXPCLOVER T = (4 + m0) exp(csw C/(4 + m0)):
 *   set_csw(&csw), get_csw(), clover_init(csw)       csw, 0 at first; HiRep's is lqcd's. clover_init makes cl_term, cl_ldl, cl_force
 *   set_cF(&cF), get_cF()       not in HiRep: the coefficient c_F of dirac/clover.h at both ends in time (gauge.h), 1 at first
 *   Cphi(m0, out, in)           T in + Dphi_ in; g5Cphi, g5Cphi_sq
 *   Cphi_eopre(m0, out, in)     T in - Dphi_ T^-1 Dphi_ in on even fields; g5Cphi_eopre, g5Cphi_eopre_sq
 *   Cphi_diag, Cphi_diag_inv(m0, out, in)            T in, T^-1 in, of either parity or everywhere; out may be in
 *   Hoo(out, in) = g5 T in, Hoo2: twice              the mass of set_dirac_mass
 *   clover_la_logdet(nf, m0, la)                     la -= nf log det T of all odd sites, at the first site of the lattice
 *   compute_clover_term(), compute_ldl_decomp(s)     the fields cl_term, cl_ldl: clover_fields.inc; no operator needs them
 * D, H, H2 (mass_operators.h), propagators (sources.h) and monomials (hmc.h) have the term then, of twisted.h Qtm_p_alt,
 * Qtm_m_alt and QpQm_tm_alt; Dphi, g5Dphi, .. and other twisted masses never do. cl_force: quark_forces.h.
 *
 * With BC_T_OPEN and BC_T_SF (gauge.h) quarks live inside of time: no operator sees what in has outside, and out is 0
 * there; HiRep sets in to 0 there, too.
 *
 * The links are those of u_gauge_f, U_mu times eitheta[mu] (gauge.h). The operator works on a copy of them, spread
 * over SIMD lanes where the lattice allows it, which is made anew when they are others: each call takes a checksum of
 * all links (512 bits) and compares it with that of the copy, so that a program may change links in any way it likes.
 * A solver of inverters.h looks once, when it begins. If all links are in SU(N) to rounding, the copy leaves out their
 * last rows. in and out must be different fields; in is not changed, and neither is what a program has in its receive
 * buffers: over several processes, where all of this is collective, operators exchange by themselves.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_DIRAC_H
#define LQCD_COMPAT_HIREP_DIRAC_H

#include <float.h>

#include "types.h"

#if LQCD__HR_CLOVER
#include "../../../dirac/clover.h"
#endif
#include "ends.h"
#include "lanes.h"
#include "matrix.h"

/* DIAGONAL: the site term T alone, INVERSE: T^-1; TERM: with the clover term, else T = 4 + m. */
enum {
	LQCD__HR_HOP = 0,
	LQCD__HR_MASS = 1,
	LQCD__HR_SCHUR = 2,
	LQCD__HR_GAMMA5 = 4,
	LQCD__HR_TWICE = 8,
	LQCD__HR_TERM = 16,
	LQCD__HR_DIAGONAL = 32,
	LQCD__HR_INVERSE = 64
};

/* Above 0: the links do not change until further notice. */
LQCD__HR_GLOBAL int lqcd__hr_trusted = 0;
LQCD__HR_GLOBAL unsigned long lqcd__hr_hops_d = 0, lqcd__hr_hops_f = 0;
/* The coefficient of the clover term. */
LQCD__HR_GLOBAL double lqcd__hr_csw = 0;
/* c_F - 1 at both ends in time. */
LQCD__HR_GLOBAL double lqcd__hr_cF_more = 0;

static inline int lqcd__hr_has_csw(void)
{
	return LQCD__HR_CLOVER && (lqcd__hr_csw < 0 || lqcd__hr_csw > 0);
}

/** Whether operators have a site term; without it M is Dphi_eopre, (4+m) times the other. */
static inline int lqcd__hr_has_term(void)
{
	return lqcd__hr_has_csw() || (LQCD__HR_CLOVER && (lqcd__hr_cF_more < 0 || lqcd__hr_cF_more > 0));
}

typedef uint64_t lqcd__hr_words __attribute__((vector_size(64)));

typedef struct {
	uint64_t column[8];
} lqcd__hr_sum;

/** Mixes the bits of z: each bit changes many bits of the result. The finaliser of splitmix64. */
LQCD_HOST_FN void lqcd__hr_mix(lqcd__hr_words *z)
{
	*z = (*z ^ (*z >> 30)) * 0xBF58476D1CE4E5B9u;
	*z = (*z ^ (*z >> 27)) * 0x94D049BB133111EBu;
	*z ^= *z >> 31;
}

/** Adds words of a block of links with number n to sum. Four chains of eight columns take 32 words at a time, turning
 * by 27 bits: signs that flip, in any number, do not meet at one bit again before 64 steps, more than there are. The
 * mixed ends of the chains are added, so that blocks may come in any order. */
LQCD_HOST_FN void lqcd__hr_sum_block(lqcd__hr_words *sum, const char *from, size_t words, uint64_t n)
{
	lqcd__hr_words w, chain[4];
	uint64_t rest[32];
	memset(chain, 0, sizeof chain);
	for (size_t left = words; left > 0; left -= left < 32 ? left : 32, from += 256) {
		if (left < 32) {
			memset(rest, 0, sizeof rest);
			memcpy(rest, from, 8 * left);
		}
		LQCD_UNROLL(4)
		for (int k = 0; k < 4; k++) {
			memcpy(&w, (left < 32 ? (const char *)rest : from) + 64 * k, sizeof w);
			chain[k] += w;
			chain[k] = chain[k] << 27 | chain[k] >> 37;
		}
	}
	LQCD_UNROLL(4)
	for (unsigned k = 0; k < 4; k++) {
		chain[k] ^= (4 * n + k + 1) * 0x9E3779B97F4A7C15u;
		lqcd__hr_mix(&chain[k]);
		*sum += chain[k];
	}
}

LQCD_KERNEL void lqcd__hr_sum_chunk(lqcd__hr_sum *to, const char *links, size_t words, int lo, int hi)
{
	lqcd__hr_words sum;
	memset(&sum, 0, sizeof sum);
	for (int ix = lo; ix < hi; ix++) lqcd__hr_sum_block(&sum, links + 8 * words * (size_t)ix, words, (uint64_t)ix);
	memcpy(to, &sum, sizeof sum);
}

/** Checksum of all links, bytes to each index of g. */
LQCD_STATIC lqcd__hr_sum lqcd__hr_sum_links(const lqcd_geometry *g, const void *links, size_t bytes)
{
	lqcd__hr_sum part[LQCD_CHUNKS], sum;
	memset(part, 0, sizeof part);
	memset(&sum, 0, sizeof sum);
	LQCD_CHUNK_FOR(g, chunk, lo, hi) lqcd__hr_sum_chunk(&part[chunk], (const char *)links, bytes / 8, lo, hi);
	for (int c = 0; c < LQCD_CHUNKS; c++)
		for (int k = 0; k < 8; k++) sum.column[k] += part[c].column[k];
	return sum;
}

#define LQCD__HR_LINK_d suNf
#define LQCD__HR_LINK_f suNf_flt
#define LQCD_TEMPLATE "../compat/hirep/impl/dirac_work.inc"
#include "../../../base/each_tag.inc"
#define LQCD_TEMPLATE "../compat/hirep/impl/dirac.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"

static inline unsigned long getMVM(void)
{
	const unsigned long n = lqcd__hr_hops_d;
	lqcd__hr_hops_d = 0;
	return n;
}

static inline unsigned long getMVM_flt(void)
{
	const unsigned long n = lqcd__hr_hops_f;
	lqcd__hr_hops_f = 0;
	return n;
}

/** Ends the program if a field has a parity that the operator does not act on. */
static inline void lqcd__hr_only(const geometry_descriptor *type, int even, int odd, const char *name)
{
	lqcd__hr_error(type == &glat_even && !even, 1, name, "not for even fields");
	lqcd__hr_error(type == &glat_odd && !odd, 1, name, "not for odd fields");
}

/* Work space of operators with a twisted mass (twisted.h). */
LQCD__HR_GLOBAL spinor_field *lqcd__hr_twist_even = NULL, *lqcd__hr_twist_odd = NULL;

/* The operators of programs that keep the mass aside. */
LQCD__HR_GLOBAL double lqcd__hr_mass = 0;

static inline void set_dirac_mass(double m)
{
	lqcd__hr_mass = m;
}

static inline double get_dirac_mass(void)
{
	return lqcd__hr_mass;
}

#if LQCD__HR_CLOVER
static inline void set_csw(double *csw)
{
	lqcd__hr_csw = *csw;
	lprintf("CLOVER", 10, "Coefficient: csw = %1.6f\n", *csw);
}

static inline double get_csw(void)
{
	return lqcd__hr_csw;
}

static inline void set_cF(double *cF)
{
	lqcd__hr_error_of_all(!LQCD__HR_ENDS, "set_cF", "no ends in time: compile with BC_T_OPEN or BC_T_SF");
	lqcd__hr_cF_more = *cF - 1;
	lprintf("CLOVER", 10, "Coefficient: cF = %1.6f\n", *cF);
}

static inline double get_cF(void)
{
	return 1 + lqcd__hr_cF_more;
}

/** c_F adds this to 4 + m at a site. */
static inline double lqcd__hr_more_at_ends(int ix)
{
	const int t = lqcd__hr_time(ix);
	return LQCD__HR_ENDS ? ((t == 1) + (t == lqcd__hr_lattice.boundary.last - 1)) * lqcd__hr_cF_more : 0;
}
#endif
#include "clover_fields.inc"

/* Names in both precisions. */
#define LQCD__HR_NAME_d(x) x
#define LQCD__HR_NAME_f(x) x##_flt

#define LQCD_TEMPLATE "../compat/hirep/impl/operators.inc"
#define LQCD_TAGS LQCD_SCALAR_TAGS
#include "../../../base/each_tag.inc"

#if LQCD__HR_CLOVER
/** g5 T, T of the mass of set_dirac_mass. */
static inline void Hoo(spinor_field *out, spinor_field *in)
{
	LQCD__HR_Q(lqcd__hr_dphi_d)(out, in, LQCD__HR_DIAGONAL | LQCD__HR_TERM | LQCD__HR_GAMMA5, lqcd__hr_mass);
}

static inline void Hoo2(spinor_field *out, spinor_field *in)
{
	Hoo(out, in);
	Hoo(out, out);
}

/** The sum over odd sites of log |det T|; collective. */
static inline double lqcd__hr_logdet(double mass)
{
	return LQCD__HR_Q(lqcd__hr_term_logdet_d)(u_gauge_f ? u_gauge_f->ptr : NULL, mass);
}

static inline void clover_la_logdet(double nf, double mass, scalar_field *la)
{
	const double sum = lqcd__hr_logdet(mass);
	lqcd__hr_complete(la->ptr);
	if (PID == 0) *_FIELD_AT(la, ipt(0, 0, 0, 0)) -= nf * sum;
}
#else
static inline double lqcd__hr_logdet(double mass)
{
	(void)mass;
	return 0;
}
#endif

static inline void Dphi_(spinor_field *out, spinor_field *in)
{
	LQCD__HR_Q(lqcd__hr_dphi_d)(out, in, LQCD__HR_HOP, 0);
}

static inline void Dphi_flt_(spinor_field_flt *out, spinor_field_flt *in)
{
	LQCD__HR_Q(lqcd__hr_dphi_f)(out, in, LQCD__HR_HOP, 0);
}

#endif
