/* tests/field/foreign_sizes.h: reals of a link and of a spinor, in the tests of foreign memory. */
#ifndef LQCD_TESTS_FOREIGN_SIZES_H
#define LQCD_TESTS_FOREIGN_SIZES_H

enum { N = LQCD_NC, LINK = 2 * N * N, SPINOR = 8 * N };

#endif
