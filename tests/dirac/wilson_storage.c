/* tests/dirac/wilson_storage.c: the operator with compressed links and with 16 bits, all tags, against the naive one:
 * hop, hop_xpay, apply, gamma5, schur and schur_dot, daggered too, by parity, with and without hints, on lattices that
 * are cut into lanes in time and those that are not; layouts; errors. 18 reals in the precision of the arithmetic are
 * the matter of wilson.c. Clover terms with 16 bits, too, as clover.c has them. */
#include "../support/clover_case.h"
#include "wilson_case.h"

#define TEST_STORED
#define TEST_TEMPLATE "../dirac/wilson_storage.inc"
#include "../support/each_tag.inc"
#define LQCD_TAG vh
#include "clover.inc"

/* Tags of scalars, and lattices for them alone. */
static void check_scalars(const int *l, int bc)
{
	check_cases_f(l, bc);
	check_cases_d(l, bc);
	check_cases_h(l, bc);
}

static void check_vectors(const int *l, int bc)
{
	check_cases_vf(l, bc);
	check_cases_vd(l, bc);
	check_cases_vh(l, bc);
}

static void test_wilson_storage(void)
{
	/* With 2 to 16 lanes: cut in time too; cut there first; and not there, where up and down is the same
	 * neighbour. */
	static const int shapes[3][4] = {{4, 4, 4, 4}, {8, 4, 4, 4}, {2, 8, 8, 4}};
	static const int six[4] = {6, 6, 6, 6}, two[4] = {2, 2, 2, 2}, odd[4] = {10, 6, 6, 14};
	/* An emulator takes a minute for all this, and scalars are the same code everywhere. */
	const int brief = strcmp(LQCD_SIMD_NAME, "neon") == 0;
	test_cache = WILSON_CACHE;
#if LQCD_TEST_THREADS
	omp_set_num_threads(1); /* but in check_stored_threads */
#endif
	make_gamma();
	for (int i = 0; i < (brief ? 1 : 4); i++) {
		const int bc = i < 3 ? LQCD_ANTIPERIODIC : LQCD_PERIODIC;
		if (!brief) check_scalars(shapes[i % 3], bc);
		check_vectors(shapes[i % 3], bc);
	}
	check_scalars(two, LQCD_ANTIPERIODIC);
	if (!brief) {
		check_scalars(six, LQCD_ANTIPERIODIC);
		check_odd_f(odd);
		check_odd_h(odd);
		check_layouts_f();
		check_layouts_d();
		check_layouts_h();
	}
	check_layouts_vf();
	check_layouts_vd();
	check_layouts_vh();
	EACH_STORED_TAG(check_wrong, ());
	EACH_STORED_TAG(check_fit, ());
	for (int k = 0; k < 3; k++) {
		const clover_case c = clover_case_make(shapes[1], k);
		check_clover_vh(&c);
	}
}
