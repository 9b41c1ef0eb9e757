/* tests/unit/hop_bits.c: the same bits on every back end: a hash of the Wilson hop of one index, of chains of complex
 * multiply-adds in registers and of sums in double, for vf and vd. The numbers are made without libm, so that the table
 * holds for every system; bits_*.c compare more, with the libm that their tables were made with.
 *
 * There are two columns: multiply-adds of registers round once (LQCD_SIMD_FUSED) or twice. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#include <lqcd/dirac/wilson.h>
#include <lqcd/site/icomplex.h>

#include "../support.h"

enum { HOP, COMPLEX, SUM, HASHES };

static uint64_t mix(uint64_t x)
{
	x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
	x = (x ^ x >> 29) * UINT64_C(0xc4ceb9fe1a85ec53);
	return x ^ x >> 32;
}

/* A number in -1 .. 1, the same for every number of lanes. */
static double number(int entry, int lane)
{
	return (double)(mix((uint64_t)entry * 64 + (uint64_t)lane + 1) >> 11) * 0x1p-52 - 1;
}

#define LQCD_TAG vf
#include "hop_bits.inc"
#define LQCD_TAG vd
#include "hop_bits.inc"

int main(void)
{
	static const uint64_t fused_vf[HASHES] = {UINT64_C(0x3a1468db81116967), UINT64_C(0xe3d9bcf4a1c13762),
						  UINT64_C(0x28140aaf996b8c72)};
	static const uint64_t fused_vd[HASHES] = {UINT64_C(0x4d4081ec1f66d6f0), UINT64_C(0xffba2746a9d03dad),
						  UINT64_C(0xb968ea13b6535c0f)};
	static const uint64_t plain_vf[HASHES] = {UINT64_C(0xf469bc043534c208), UINT64_C(0xaac683a0e5319317),
						  UINT64_C(0x28140aaf996b8c72)};
	static const uint64_t plain_vd[HASHES] = {UINT64_C(0xd7066ce01a3b9a30), UINT64_C(0x606d4744ffa34cb3),
						  UINT64_C(0xb968ea13b6535c0f)};
	test_back_end();
	test_hashes_vf(LQCD_SIMD_FUSED ? fused_vf : plain_vf);
	test_hashes_vd(LQCD_SIMD_FUSED ? fused_vd : plain_vd);
	return tap_done();
}
