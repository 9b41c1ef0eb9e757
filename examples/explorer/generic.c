/* _Generic without cost: a name without a tag, a constant argument, a type without one. Compile as C (in C++ overloads choose
 * likewise) with -O2 -mavx2 -mfma; one_source.c has other flags.
 *
 * In the assembly of gcc and clang, on AVX2, AVX-512, NEON, SVE and RISC-V (tests/compile/explorer.t counts it):
 *   chosen   same as named                      the type of r chooses when compiling; gcc even jumps to the other function
 *   doubles  fma:lanes = 30, mul:lanes = 6      the same line for doubles: another function, as many instructions
 *   adjoint  fma:lanes = 30, jump = 0           dagger = 1 is folded, too: no test is left of it
 * Try: an argument of another tag, which is an error and names the types.
 */
#include "lqcd/site/su3.h"

void named(lqcd_vector_vf *r, const lqcd_su3_vf *u, const lqcd_vector_vf *v)
{
	lqcd_su3_mulvec_vf(r, u, v, 0);
}

void chosen(lqcd_vector_vf *r, const lqcd_su3_vf *u, const lqcd_vector_vf *v)
{
	lqcd_su3_mulvec(r, u, v, 0);
}

void doubles(lqcd_vector_vd *r, const lqcd_su3_vd *u, const lqcd_vector_vd *v)
{
	lqcd_su3_mulvec(r, u, v, 0);
}

void adjoint(lqcd_vector_vf *r, const lqcd_su3_vf *u, const lqcd_vector_vf *v)
{
	lqcd_su3_mulvec(r, u, v, 1);
}
