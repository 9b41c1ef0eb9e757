/* tests/gpu/p2p.cu: sums over pairs of points on a GPU, kernels/device_p2p.h and bench/kernels/device_p2p_variants.h, against long double.
 * The checks of a tag, and their bounds, are those of hosts, tests/kernels/p2p.inc. */
#include <math.h>

#include <bench/kernels/device_p2p_variants.h>

#include "device.h"
#include "../kernels/p2p_laws.h"

enum { MOST = 2100, ALL = 5, SOME = 301 };
enum { FLAT, REDUCTION, NESTED, HIERARCHICAL1, FAST, ACCURATE = FAST, SYMMETRIC = -1 };
#define LARGE (FEW ? 300 : MOST)
static const char *const p2p_form_name[ALL] = {"flat", "reduction", "nested", "hierarchical", "fast"};

#define TEST_DEVICE
#define TEST_TEMPLATE "../kernels/p2p.inc"
#include "both_tags.inc"
