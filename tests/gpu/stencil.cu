/* tests/gpu/stencil.cu: the stencil of a GPU, kernels/device_stencil.h: a step against long double, with the bound of
 * kernels/stencil.h, and many steps against as many single ones. The checks of a tag are those of hosts, tests/kernels/stencil.inc. */
#include <math.h>

#include <lqcd/field/layout.h>
#include <lqcd/kernels/device_stencil.h>

#include "device.h"

/* One site and line, less than a thread's columns, more than a tile, bands that are cut. */
static const int stencil_size[][2] = {{1, 1},   {1, 8},   {2, 2},    {3, 5},    {7, 4},     {5, 31},   {33, 128},
				      {9, 120}, {70, 97}, {65, 240}, {130, 12}, {37, 1000}, {521, 36}, {300, 700}};
/* A form is where fields begin: at a multiple of 16 bytes or one number behind it. */
enum { STENCIL_MOST = 300 * 700, STENCIL_SIZES = 14, STENCIL_FORMS = 2, HOPPING = 2 };
static const char *const stencil_form_name[STENCIL_FORMS] = {"aligned", "not aligned"};
/* A compiler of hosts may join products and sums. */
#define STENCIL_EXACT LQCD_DEVICE_COMPILER

#define TEST_DEVICE
#define TEST_TEMPLATE "../kernels/stencil.inc"
#include "both_tags.inc"
