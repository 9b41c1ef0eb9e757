/* tests/mpi/comm.c: the messages of lattice/comm.h on any number of ranks, in a ring: reductions, broadcast, sendrecv, faces
 * that are started at once, prepared, or published in shared memory, and what of them is counted. Rank 0 reports for all. */
#include <lqcd/lattice/comm.h>

#include "ranks.h"

enum { WORDS = 1000, ROUNDS = 5 };

static int next_rank, rank_before;

static void comm_ok(int good, const char *what)
{
	const double wrong = lqcd_comm_max(&world, good ? 0 : 1);
	if (world.rank == 0) tap_ok(wrong == 0, "%s on %d ranks", what, world.size);
}

/* Word k of message n of a rank. */
static int word(int rank, int n, int k)
{
	return 1000000 * rank + 1000 * n + k;
}

static void fill(int *p, int rank, int n)
{
	for (int k = 0; k < WORDS; k++) p[k] = word(rank, n, k);
}

/* A rank alone receives nothing. */
static int arrived(const int *p, int rank, int n)
{
	int wrong = 0;
	for (int k = 0; k < WORDS; k++) wrong += p[k] != (world.size > 1 ? word(rank, n, k) : 0);
	return wrong == 0;
}

static void check_reductions(void)
{
	const uint64_t size = (uint64_t)world.size, rank = (uint64_t)world.rank;
	uint64_t all = 0;
	double sum = 0;
	int v[2] = {7, 11}, given = world.rank == world.size - 1 ? 42 : 0;
	for (int r = 0; r < world.size; r++) {
		all ^= (uint64_t)(3 * r + 1);
		sum += 1.0 / (r + 1);
	}
	if (world.size == 1) sum = 1;
	comm_ok(lqcd_comm_sum(&world, 1.0 / (world.rank + 1)) == sum, "lqcd_comm_sum, in the order of ranks");
	comm_ok(lqcd_comm_max(&world, world.rank) == world.size - 1, "lqcd_comm_max");
	comm_ok(lqcd_comm_sum_u64(&world, rank + 1) == size * (size + 1) / 2, "lqcd_comm_sum_u64");
	comm_ok(lqcd_comm_min_u64(&world, 5 + rank) == 5, "lqcd_comm_min_u64");
	comm_ok(lqcd_comm_xor_u64(&world, 3 * rank + 1) == all, "lqcd_comm_xor_u64");
	comm_ok(lqcd_comm_same(&world, v, 2), "lqcd_comm_same");
	v[1] += world.rank == 0;
	comm_ok(lqcd_comm_same(&world, v, 2) == (world.size == 1), "lqcd_comm_same, where one differs");
	comm_ok(lqcd_comm_worst(&world, rank ? LQCD_OK : LQCD_ERR_MEMORY) == LQCD_ERR_MEMORY, "lqcd_comm_worst");
	lqcd_comm_broadcast(&world, world.size - 1, &given, sizeof given);
	comm_ok(given == 42, "lqcd_comm_broadcast from the last rank");
	lqcd_comm_barrier(&world);
	const lqcd_comm all_of_them = lqcd_comm_all();
	comm_ok(all_of_them.rank == world.rank && all_of_them.size == world.size, "lqcd_comm_all");
}

/* Two messages to the next rank, one to the rank before. */
static void check_sendrecv(void)
{
	int out[3][WORDS], in[3][WORDS] = {{0}};
	lqcd_comm_message m[3];
	for (int n = 0; n < 3; n++) {
		fill(out[n], world.rank, n);
		m[n].to = n < 2 ? next_rank : rank_before;
		m[n].from = n < 2 ? rank_before : next_rank;
		m[n].out = out[n];
		m[n].in = in[n];
		m[n].sent = m[n].received = sizeof out[n];
	}
	lqcd_comm_sendrecv(&world, m, 3);
	comm_ok(arrived(in[0], rank_before, 0) && arrived(in[1], rank_before, 1) && arrived(in[2], next_rank, 2), "lqcd_comm_sendrecv");
}

static void check_faces(void)
{
	const int several = world.size > 1;
	int out[2][WORDS], in[2][WORDS] = {{0}}, good = 1;
	lqcd_comm_faces f;
	world.messages = world.bytes = 0;
	lqcd_comm_faces_begin(&f, &world);
	fill(out[0], world.rank, 0);
	fill(out[1], world.rank, 1);
	if (several) {
		lqcd_comm_faces_receive(&f, rank_before, 0, in[0], sizeof in[0]);
		lqcd_comm_faces_receive(&f, next_rank, 1, in[1], sizeof in[1]);
		lqcd_comm_faces_send(&f, next_rank, 0, out[0], sizeof out[0]);
		lqcd_comm_faces_send(&f, rank_before, 1, out[1], sizeof out[1]);
		while (!lqcd_comm_faces_test(&f)) {}
		lqcd_comm_faces_wait(&f);
	}
	comm_ok(arrived(in[0], rank_before, 0) && arrived(in[1], next_rank, 1), "faces");
	comm_ok(world.messages == 2 * several && world.bytes == 2 * several * (int64_t)sizeof out[0], "faces are counted");

	world.messages = world.bytes = 0;
	lqcd_comm_faces_begin(&f, &world);
	if (several) {
		lqcd_comm_faces_prepare_receive(&f, rank_before, 0, in[0], sizeof in[0]);
		lqcd_comm_faces_prepare_send(&f, next_rank, 0, out[0], sizeof out[0]);
	}
	for (int n = 0; n < ROUNDS; n++) {
		fill(out[0], world.rank, n);
		lqcd_comm_faces_start(&f);
		lqcd_comm_faces_wait(&f);
		good &= arrived(in[0], rank_before, n);
	}
	lqcd_comm_faces_free(&f);
	comm_ok(good, "faces that are prepared once and started again");
	comm_ok(world.messages == ROUNDS * several && world.bytes == ROUNDS * several * (int64_t)sizeof out[0],
	       "and counted each time");
}

/* Each rank writes to the memory of the next one, into two halves alternately. */
static void check_shared(void)
{
	lqcd_comm_shared m;
	const size_t bytes = WORDS * sizeof(int);
	const lqcd_status s = lqcd_comm_shared_create(&m, &world, 2 * bytes);
	int machine, good = 1, mine[WORDS];
	lqcd_comm_local_rank(&world, &machine);
	comm_ok((s == LQCD_OK) == (world.size > 1 && machine == world.size), "lqcd_comm_shared_create");
	world.messages = world.bytes = 0;
	for (int n = 0; n < ROUNDS && s == LQCD_OK; n++) {
		lqcd_comm_faces f;
		const size_t half = n % 2 ? bytes : 0;
		fill(mine, world.rank, n);
		memcpy((char *)lqcd_comm_shared_of(&m, next_rank) + half, mine, bytes);
		/* Both ways: a rank that has published face n has read face n - 1. */
		lqcd_comm_faces_begin(&f, &world);
		lqcd_comm_faces_await(&f, rank_before, 0);
		lqcd_comm_faces_await(&f, next_rank, 1);
		lqcd_comm_faces_publish(&f, next_rank, 0, bytes);
		lqcd_comm_faces_publish(&f, rank_before, 1, 0);
		lqcd_comm_faces_wait(&f);
		memcpy(mine, (char *)m.here + half, bytes);
		good &= arrived(mine, rank_before, n);
	}
	comm_ok(good, "published faces in shared memory");
	comm_ok(world.bytes == (s == LQCD_OK ? ROUNDS * (int64_t)bytes : 0), "and their bytes are counted");
	lqcd_comm_shared_destroy(&m);
	lqcd_comm_shared_destroy(&m);
}

static void test_comm(void)
{
	next_rank = (world.rank + 1) % world.size;
	rank_before = (world.rank + world.size - 1) % world.size;
	check_reductions();
	check_sendrecv();
	check_faces();
	check_shared();
}
