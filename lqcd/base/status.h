/* lqcd/base/status.h: what a function that can fail returns.
 *
 *   lqcd_status s = ...;  if (s != LQCD_OK) fprintf(stderr, "%s\n", lqcd_status_text(s));
 *
 * LQCD_OK is 0; LQCD_ZERO_RHS is not an error (the solution is exactly zero) but is not LQCD_OK either. Functions that
 * read or write files also fill an lqcd_message with what, where and what to do; of the others lqcd_lattice_why
 * (lattice/lattice.h) tells which argument was refused, and why. The library never prints, exits or aborts.
 * gcc and clang warn of a call whose status is not used: write (void) before one whose status does not matter.
 *
 * A function with a status checks its arguments before it writes anything: LQCD_ERR_ARGUMENT for NULL where a pointer is
 * due, for a field, operator or lattice that was not created or was destroyed, for an enum or number out of range, and
 * where input and output must differ but do not; LQCD_ERR_GEOMETRY for fields of different lattices or of the wrong
 * parity. A function that returns a number returns NaN, or asserts like those that return nothing: with LQCD_DEBUG
 * (config.h) they stop the program. Destroying NULL, or twice, does nothing.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_STATUS_H
#define LQCD_STATUS_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "config.h"

#define LQCD__STATUS_LIST(S)                                                                                           \
	S(LQCD_OK, "success")                                                                                          \
	S(LQCD_ERR_ARGUMENT, "an argument is NULL, was not created, or is out of its legal range")                     \
	S(LQCD_ERR_EXTENT, "a lattice extent is not even, below 2, or too large")                                      \
	S(LQCD_ERR_LANES, "no lane grid fits the extents (of one process): use tag f or d, or multiples of 4")           \
	S(LQCD_ERR_GEOMETRY, "fields live on different lattices, or not on the sites that are needed")                 \
	S(LQCD_ERR_MEMORY, "out of memory")                                                                            \
	S(LQCD_ERR_SINGULAR, "a matrix is singular")                                                                   \
	S(LQCD_ZERO_RHS, "the right-hand side is zero, and so is the solution")                                        \
	S(LQCD_ITERATION_LIMIT, "iteration limit reached before the tolerance")                                        \
	S(LQCD_STAGNATION, "the true residual no longer decreases above the tolerance")                                \
	S(LQCD_BREAKDOWN, "the solver broke down: a scalar product vanished")                                          \
	S(LQCD_NAN, "NaN or infinity in links, fields or the iteration")                                               \
	S(LQCD_ERR_OPEN, "the file cannot be opened")                                                                  \
	S(LQCD_ERR_READ, "reading the file failed")                                                                    \
	S(LQCD_ERR_WRITE, "writing the file failed")                                                                   \
	S(LQCD_ERR_TRUNCATED, "the file ends too early")                                                               \
	S(LQCD_ERR_TRAILING, "the file goes on after its data")                                                        \
	S(LQCD_ERR_FORMAT, "the file is not of the expected format")                                                   \
	S(LQCD_ERR_KEY, "a key of the header is missing or has an illegal value")                                      \
	S(LQCD_ERR_CHECKSUM, "the checksum of the data differs from the stored one")                                   \
	S(LQCD_ERR_PLAQUETTE, "the plaquette of the data differs from the stored one")                                 \
	S(LQCD_ERR_LINK_TRACE, "the link trace of the data differs from the stored one")                               \
	S(LQCD_ERR_UNITARITY, "a link is not in SU(N)")                                                                \
	S(LQCD_ERR_DEVICE, "the GPU or its driver failed, or there is none")                                           \
	S(LQCD_ERR_SPECTRUM, "the spectrum leaves the interval of the rational approximation")

/* gcc heeds (void) with [[nodiscard]] alone; nvcc and compilers that are too old do not warn. */
#if LQCD_DEVICE_COMPILER || defined(__EDG__)
#define LQCD__NODISCARD
#elif defined(__clang__)
#define LQCD__NODISCARD __attribute__((warn_unused_result))
#elif defined(__cplusplus) ? __GNUC__ >= 7 : __GNUC__ >= 10
#define LQCD__NODISCARD [[nodiscard]]
#else
#define LQCD__NODISCARD
#endif

#define LQCD__STATUS_ENUM(name, text) name,
__extension__ typedef enum LQCD__NODISCARD { LQCD__STATUS_LIST(LQCD__STATUS_ENUM) LQCD_STATUS_COUNT } lqcd_status;
#undef LQCD__STATUS_ENUM

/** One line of English for a status; never NULL. */
LQCD_STATIC const char *lqcd_status_text(lqcd_status s)
{
#define LQCD__STATUS_TEXT(name, text) text,
	static const char *const texts[] = {LQCD__STATUS_LIST(LQCD__STATUS_TEXT)};
#undef LQCD__STATUS_TEXT
	return (unsigned)s < (unsigned)LQCD_STATUS_COUNT ? texts[s] : "unknown status";
}

/** A text for a person: the file, the key or byte offset, what is wrong, what to do. */
typedef struct {
	char text[768];
} lqcd_message;

/** A message is one line that does nothing to a terminal: control characters in paths and texts become \x1b or the like. */
LQCD_STATIC void lqcd__message_escape(lqcd_message *m)
{
	char *c = m->text, *end = c + sizeof m->text - 1, hex[12];
	*end = 0;
	for (; *c; c++) {
		if ((unsigned char)*c >= 32 && *c != 127) continue;
		if (end - c < 4) {
			*c = 0;
			return;
		}
		snprintf(hex, sizeof hex, "\\x%02x", (unsigned)*c);
		memmove(c + 4, c + 1, (size_t)(end - c - 4));
		memcpy(c, hex, 4);
		c += 3;
	}
}

/** Fills m (which may be NULL) and returns s, so that a failure is one statement. */
LQCD_PRINTF(3, 4) LQCD_STATIC lqcd_status lqcd_fail(lqcd_message *m, lqcd_status s, const char *format, ...)
{
	if (m) {
		va_list args;
		va_start(args, format);
		vsnprintf(m->text, sizeof m->text, format, args);
		va_end(args);
		lqcd__message_escape(m);
	}
	return s;
}

#endif
