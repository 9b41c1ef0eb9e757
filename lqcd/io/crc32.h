/* lqcd/io/crc32.h: the CRC-32 of zlib, gzip, PNG and SciDAC files (ITU-T V.42).
 *
 *   uint32_t lqcd_crc32(uint32_t crc, const void *bytes, size_t n)
 *       the CRC of the bytes whose CRC is crc (0 for none), followed by n more: lqcd_crc32(lqcd_crc32(0, a, m), b, n) is
 *       that of a and b
 *
 * Bytes are the coefficients of a polynomial over GF(2), the lowest bit of the first byte in front; the CRC is its
 * remainder modulo P = x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 + x^4 + x^2 + x + 1,
 * with the first 32 bits and the result inverted. lqcd_crc32(0, "123456789", 9) is 0xcbf43926.
 *
 * Eight tables look up eight bytes at a time (M. E. Kounavis, F. L. Berry, "A systematic approach to building high
 * performance software-based CRC generators", 2005). With an instruction for products of
 * polynomials (simd/clmul.h) four registers fold 64 bytes into the next 64 by powers of x mod P (V. Gopal et al., "Fast
 * CRC computation for generic polynomials using PCLMULQDQ instruction", 2009); the tables do the rest. Any alignment.
 * Nothing is set up at run time.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_CRC32_H
#define LQCD_IO_CRC32_H

#include "../simd/clmul.h"
#include "bytes.h"

/* All sums (xor) of v and the others, in the order of a binary counter. */
#define LQCD__CRC_2(v, a)                 (v), (v) ^ (a)
#define LQCD__CRC_4(v, a, b)              LQCD__CRC_2(v, a), LQCD__CRC_2((v) ^ (b), a)
#define LQCD__CRC_8(v, a, b, c)           LQCD__CRC_4(v, a, b), LQCD__CRC_4((v) ^ (c), a, b)
#define LQCD__CRC_16(v, a, b, c, d)       LQCD__CRC_8(v, a, b, c), LQCD__CRC_8((v) ^ (d), a, b, c)
#define LQCD__CRC_32(v, a, b, c, d, e)    LQCD__CRC_16(v, a, b, c, d), LQCD__CRC_16((v) ^ (e), a, b, c, d)
#define LQCD__CRC_64(v, a, b, c, d, e, f) LQCD__CRC_32(v, a, b, c, d, e), LQCD__CRC_32((v) ^ (f), a, b, c, d, e)
#define LQCD__CRC_128(v, a, b, c, d, e, f, g)                                                                          \
	LQCD__CRC_64(v, a, b, c, d, e, f), LQCD__CRC_64((v) ^ (g), a, b, c, d, e, f)
#define LQCD__CRC_256(v, a, b, c, d, e, f, g, h)                                                                       \
	LQCD__CRC_128(v, a, b, c, d, e, f, g), LQCD__CRC_128((v) ^ (h), a, b, c, d, e, f, g)

/** The remainder r of the bytes before, updated by n more; nothing is inverted. */
LQCD_STATIC uint32_t lqcd__crc_tables(uint32_t r, const unsigned char *p, size_t n)
{
	/* table[k][byte]: the remainder of a byte that k bytes follow; given for bytes of one bit. */
	static const uint32_t table[8][256] = {
		{LQCD__CRC_256(0, 0x77073096, 0xee0e612c, 0x076dc419, 0x0edb8832, 0x1db71064, 0x3b6e20c8, 0x76dc4190,
			       0xedb88320)},
		{LQCD__CRC_256(0, 0x191b3141, 0x32366282, 0x646cc504, 0xc8d98a08, 0x4ac21251, 0x958424a2, 0xf0794f05,
			       0x3b83984b)},
		{LQCD__CRC_256(0, 0x01c26a37, 0x0384d46e, 0x0709a8dc, 0x0e1351b8, 0x1c26a370, 0x384d46e0, 0x709a8dc0,
			       0xe1351b80)},
		{LQCD__CRC_256(0, 0xb8bc6765, 0xaa09c88b, 0x8f629757, 0xc5b428ef, 0x5019579f, 0xa032af3e, 0x9b14583d,
			       0xed59b63b)},
		{LQCD__CRC_256(0, 0x3d6029b0, 0x7ac05360, 0xf580a6c0, 0x30704bc1, 0x60e09782, 0xc1c12f04, 0x58f35849,
			       0xb1e6b092)},
		{LQCD__CRC_256(0, 0xcb5cd3a5, 0x4dc8a10b, 0x9b914216, 0xec53826d, 0x03d6029b, 0x07ac0536, 0x0f580a6c,
			       0x1eb014d8)},
		{LQCD__CRC_256(0, 0xa6770bb4, 0x979f1129, 0xf44f2413, 0x33ef4e67, 0x67de9cce, 0xcfbd399c, 0x440b7579,
			       0x8816eaf2)},
		{LQCD__CRC_256(0, 0xccaa009e, 0x4225077d, 0x844a0efa, 0xd3e51bb5, 0x7cbb312b, 0xf9766256, 0x299dc2ed,
			       0x533b85da)},
	};
	for (; n >= 8; n -= 8, p += 8) {
		const uint32_t a = r ^ lqcd_load_u32(p, LQCD_BYTES_LITTLE), b = lqcd_load_u32(p + 4, LQCD_BYTES_LITTLE);
		r = table[7][a & 255] ^ table[6][a >> 8 & 255] ^ table[5][a >> 16 & 255] ^ table[4][a >> 24] ^
		    table[3][b & 255] ^ table[2][b >> 8 & 255] ^ table[1][b >> 16 & 255] ^ table[0][b >> 24];
	}
	for (; n; n--) r = r >> 8 ^ table[0][(r ^ *p++) & 255];
	return r;
}

#if LQCD_CLMUL
/** As lqcd__crc_tables, for n >= 64. A register that is folded with k moves on by the number of bits that belongs to k. */
LQCD_STATIC uint32_t lqcd__crc_folded(uint32_t r, const unsigned char *p, size_t n)
{
	/* x^(d+32) and x^(d-32) mod P for distances of d = 512 and d = 128 bits, bits in the order of the CRC */
	const lqcd_bits128 distant = lqcd_clmul_make(INT64_C(0x1c6e41596), INT64_C(0x154442bd4));
	const lqcd_bits128 close_by = lqcd_clmul_make(INT64_C(0x0ccaa009e), INT64_C(0x1751997d0));
	unsigned char left[16];
	lqcd_bits128 a = lqcd_clmul_add(lqcd_clmul_load(p), lqcd_clmul_make(0, r)), b = lqcd_clmul_load(p + 16);
	lqcd_bits128 c = lqcd_clmul_load(p + 32), d = lqcd_clmul_load(p + 48);
	for (n -= 64, p += 64; n >= 64; n -= 64, p += 64) {
		a = lqcd_clmul_fold(a, distant, lqcd_clmul_load(p));
		b = lqcd_clmul_fold(b, distant, lqcd_clmul_load(p + 16));
		c = lqcd_clmul_fold(c, distant, lqcd_clmul_load(p + 32));
		d = lqcd_clmul_fold(d, distant, lqcd_clmul_load(p + 48));
	}
	b = lqcd_clmul_fold(a, close_by, b);
	c = lqcd_clmul_fold(b, close_by, c);
	d = lqcd_clmul_fold(c, close_by, d);
	for (; n >= 16; n -= 16, p += 16) d = lqcd_clmul_fold(d, close_by, lqcd_clmul_load(p));
	lqcd_clmul_store(left, d);
	return lqcd__crc_tables(lqcd__crc_tables(0, left, sizeof left), p, n);
}
#endif

/** The CRC of the bytes that gave crc, followed by n more. */
LQCD_STATIC uint32_t lqcd_crc32(uint32_t crc, const void *bytes, size_t n)
{
	const unsigned char *p = (const unsigned char *)bytes;
#if LQCD_CLMUL
	if (n >= 64) return ~lqcd__crc_folded(~crc, p, n);
#endif
	return ~lqcd__crc_tables(~crc, p, n);
}

#endif
