/* lqcd/io/text.h: numbers in the texts of files, without help of the locale.
 *
 *   int lqcd_text_decimal(s, &v, &unit)         all of s as a decimal number, 0 for anything else (no NaN, no infinity);
 *                                               unit: one unit of the last digit given
 *   int lqcd_text_hex(s, &v)                    all of s as a hexadecimal number of 32 bits, with or without 0x; 0 for
 *                                               anything else
 *   const char *lqcd_text_integer(s, &v)        the decimal integer at s, with blanks around it: what follows them, or
 *                                               NULL when there is none; beyond 2^62 v is 2^62
 *   void lqcd_text_trim(s)                      removes blanks and control characters at both ends
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_TEXT_H
#define LQCD_IO_TEXT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../base/config.h"
#include "../simd/simd.h"

LQCD_STATIC int lqcd_text_decimal(const char *s, double *value, double *unit)
{
	double mantissa = 0;
	int digits = 0, scale = 0, point = 0, exponent = 0;
	const int negative = *s == '-';
	if (*s == '-' || *s == '+') s++;
	for (; (*s >= '0' && *s <= '9') || (*s == '.' && !point); s++) {
		if (*s == '.') {
			point = 1;
			continue;
		}
		mantissa = 10 * mantissa + (*s - '0');
		digits++;
		scale -= point;
	}
	if (!digits) return 0;
	if (*s == 'e' || *s == 'E') {
		const int down = *++s == '-';
		if (*s == '-' || *s == '+') s++;
		if (*s < '0' || *s > '9') return 0;
		for (; *s >= '0' && *s <= '9'; s++) exponent = exponent < 1000 ? 10 * exponent + (*s - '0') : exponent;
		if (down) exponent = -exponent;
	}
	/* Exact powers keep the value right to an ulp or two. */
	scale += exponent;
	*unit = pow(10.0, (double)scale);
	*value = (scale < 0 ? mantissa / pow(10.0, (double)-scale) : mantissa * *unit) * (negative ? -1 : 1);
	return *s == 0 && lqcd_isfinite(*value);
}

LQCD_STATIC int lqcd_text_hex(const char *s, uint32_t *value)
{
	uint64_t v = 0;
	if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) s += 2;
	if (!*s) return 0;
	for (; *s && v <= UINT32_MAX; s++) {
		const int digit = *s >= '0' && *s <= '9'   ? *s - '0'
				  : *s >= 'a' && *s <= 'f' ? *s - 'a' + 10
				  : *s >= 'A' && *s <= 'F' ? *s - 'A' + 10
							   : -1;
		if (digit < 0) return 0;
		v = v << 4 | (uint64_t)digit;
	}
	*value = (uint32_t)v;
	return v <= UINT32_MAX;
}

LQCD_STATIC const char *lqcd_text_integer(const char *s, int64_t *value)
{
	const int64_t most = INT64_C(1) << 62;
	s += strspn(s, " \t\r\n");
	const int negative = *s == '-';
	if (*s == '-' || *s == '+') s++;
	if (*s < '0' || *s > '9') return NULL;
	int64_t v = 0;
	for (; *s >= '0' && *s <= '9'; s++) v = v < most / 10 ? 10 * v + (*s - '0') : most;
	*value = negative ? -v : v;
	return s + strspn(s, " \t\r\n");
}

LQCD_STATIC void lqcd_text_trim(char *s)
{
	size_t from = 0, n = strlen(s);
	while (n && (unsigned char)s[n - 1] <= 32) n--;
	while (from < n && (unsigned char)s[from] <= 32) from++;
	memmove(s, s + from, n - from);
	s[n - from] = 0;
}

#endif
