/* Threads that exchange halos on a lattice of two processes (link.t): the counters of messages lose none. The
 * messages themselves are those of mpi.h beside this file. */
#define _POSIX_C_SOURCE 200809L
#define LQCD_MPI
#include "../../support/tap.h"

#include <pthread.h>

#include <lqcd/field/halo.h>

#include "../../support/support.h"

enum { THREADS = 4, TIMES = 2000 };

static lqcd_lattice lattice;

static void *work(void *status)
{
	lqcd_spinor_field_d f;
	lqcd_halo h;
	lqcd_status s = lqcd_spinor_field_create(&f, &lattice, LQCD_FULL);
	if (s == LQCD_OK) s = lqcd_halo_create(&h, lqcd_spinor_field_view(&f));
	if (s == LQCD_OK) {
		for (int n = 0; n < TIMES; n++) {
			lqcd_halo_start(&h);
			lqcd_halo_complete(&h);
			lqcd_comm_faces one;
			lqcd_comm_faces_begin(&one, &lattice.comm);
			lqcd_comm_faces_publish(&one, 1, 0, 24);
			lqcd_comm_faces_wait(&one);
		}
		lqcd_halo_destroy(&h);
	}
	lqcd_spinor_field_destroy(&f);
	*(lqcd_status *)status = s;
	return NULL;
}

int main(void)
{
	const int extent[4] = {4, 4, 4, 4};
	const lqcd_comm world = lqcd_comm_world(LQCD_COMM_WORLD);
	lqcd_lattice_options options = lqcd_lattice_options_default();
	lqcd_status status[THREADS];
	pthread_t thread[THREADS];
	options.comm = &world;
	options.grid[0] = 2;
	must(lqcd_lattice_create(&lattice, extent, &options, NULL));
	for (int k = 0; k < THREADS; k++)
		if (pthread_create(&thread[k], NULL, work, &status[k])) exit(99);
	for (int k = 0; k < THREADS; k++) {
		pthread_join(thread[k], NULL);
		tap_ok(status[k] == LQCD_OK, "thread %d: %s", k, lqcd_status_text(status[k]));
	}
	/* An exchange sends the even and the odd half of a face of 64 sites both ways. */
	const int64_t times = THREADS * TIMES, messages = times * 5, bytes = times * (2 * 64 * 192 + 24);
	tap_ok(lattice.comm.messages == messages, "%lld messages are counted, of %lld",
	       (long long)lattice.comm.messages, (long long)messages);
	tap_ok(lattice.comm.bytes == bytes, "%lld bytes, of %lld", (long long)lattice.comm.bytes, (long long)bytes);
	lqcd_lattice_destroy(&lattice);
	return tap_done();
}
