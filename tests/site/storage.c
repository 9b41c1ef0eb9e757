/* tests/site/storage.c: spinors and links in memory, lqcd/site/storage.h, for all six tags. The checks of one tag are in
 * storage.inc. Memory holds NaN before it is written, and so do the results before it is read. */
#include "../support/expect.h"

#include <math.h>

#include <lqcd/site/random.h>
#include <lqcd/site/storage.h>

#include "../support/support.h"

#define NC LQCD_NC

/* The relative error of a number in 16 bits. */
#define HALF_EPS (1.0 / 64000)

/* The error that a part of an element of a matrix of SU(NC) may have, in epsilon of the tag, or of 16 bits. Rows that
 * are stored lose half of it. An element of the rebuilt row is a determinant, of which Hadamard's inequality says what
 * an error e of each part in the other rows does: (NC-1) sqrt(2 (NC-1)) e; its arithmetic is rounded too. Eight reals:
 * compress.h. */
typedef struct {
	const char *name;
	lqcd_link_storage storage;
	int reals, in_half;
	double rounding; /* epsilon */
} storage_case;

static const storage_case storages[] = {
	{"18", LQCD_LINK_18, 2 * NC *NC, 1, 0},
	{"12", LQCD_LINK_12, 2 * NC *(NC - 1), 1, 8},
#if defined(LQCD_COMPRESS_H) && LQCD_NC == 3
	{"8", LQCD_LINK_8, 8, 0, 10},
#endif
};
enum { STORAGES = sizeof storages / sizeof *storages };

#define TEST_STORED
#define TEST_TEMPLATE "../site/storage.inc"
#include "../support/each_tag.inc"

static void test_storage(void)
{
	EACH_STORED_TAG(check_storage, ());
}
