/* tests/bits/hop.c: the same bits on every back end: a hash of the Wilson hop of one index, of chains of complex
 * multiply-adds in registers and of sums in double, for vf and vd. The numbers are made without libm, so that the table
 * holds for every system; the tests with tables compare more, with the libm that their tables were made with.
 *
 * There are two columns: multiply-adds of registers round once (LQCD_SIMD_FUSED) or twice. */
#include "bits.h"

#include <lqcd/dirac/wilson.h>
#include <lqcd/site/icomplex.h>

enum { HOP, COMPLEX, SUM, HASHES };

/* A number in -1 .. 1, the same for every number of lanes. */
static double hop_number(int entry, int lane)
{
	return bits_number((uint64_t)entry * 64 + (uint64_t)lane);
}

#define LQCD_TAG vf
#include "hop.inc"
#define LQCD_TAG vd
#include "hop.inc"

static void test_hop(void)
{
	static const uint64_t fused_vf[HASHES] = {UINT64_C(0x3a1468db81116967), UINT64_C(0xe3d9bcf4a1c13762),
						  UINT64_C(0x28140aaf996b8c72)};
	static const uint64_t fused_vd[HASHES] = {UINT64_C(0x4d4081ec1f66d6f0), UINT64_C(0xffba2746a9d03dad),
						  UINT64_C(0xb968ea13b6535c0f)};
	static const uint64_t plain_vf[HASHES] = {UINT64_C(0xf469bc043534c208), UINT64_C(0xaac683a0e5319317),
						  UINT64_C(0x28140aaf996b8c72)};
	static const uint64_t plain_vd[HASHES] = {UINT64_C(0xd7066ce01a3b9a30), UINT64_C(0x606d4744ffa34cb3),
						  UINT64_C(0xb968ea13b6535c0f)};
	test_hashes_vf(LQCD_SIMD_FUSED ? fused_vf : plain_vf);
	test_hashes_vd(LQCD_SIMD_FUSED ? fused_vd : plain_vd);
}
