/* lqcd/lattice/comm.h: the processes that share a lattice, one, or those of an MPI communicator, and all their messages.
 * comm_mpi.h alone calls MPI. Define LQCD_MPI before the first header of lqcd to have several processes; MPI 2 is enough.
 *
 *   lqcd_comm lqcd_comm_self(void)            rank 0 of 1, process grid 1x1x1x1
 *   lqcd_comm lqcd_comm_world(mpi)            LQCD_MPI: the processes of a communicator (lqcd_comm_handle, such as LQCD_COMM_WORLD),
 *                                             which must outlive lattices on it; options.comm of lqcd_lattice_create (geometry.h)
 *   lqcd_comm_start_processes(&argc, &argv), lqcd_comm_end_processes()     start and end MPI, unless the program does so
 *   lqcd_comm lqcd_comm_all(void)             all processes of the program; before it started MPI this one alone
 *   void      lqcd_comm_abort(status)         ends all processes, if there are several (for compat/)
 *   int       lqcd_comm_root(c)               1 on rank 0, which does what one process does for all
 *   int       lqcd_comm_local_rank(c, &n)     the number of this rank among the n of its machine (with MPI 2: of one)
 *   int       lqcd_comm_takes_devices(c)      1: messages may be in GPU memory, by OpenMPI or LQCD_MPI_TAKES_DEVICES
 *   c.messages, c.bytes                       the faces that this process has sent so far, in the comm of a lattice
 *
 * Reductions over all ranks, with bitwise identical results on each
 *   double    lqcd_comm_sum(c, x), _max       x is summed in the order of ranks (more than LQCD_COMM_ORDERED: in MPI's); NaN if any is
 *   void      lqcd_comm_sums(c, x, s, n)      x[k] = exact sum of the s[k] of all ranks (sum.h), however terms are distributed
 *   int       lqcd_comm_same(c, v, n)         1 when the integers v[0..n-1] agree on all ranks
 *   uint64_t  lqcd_comm_sum_u64(c, x), lqcd_comm_min_u64, lqcd_comm_xor_u64    the sum mod 2^64
 *   lqcd_status lqcd_comm_worst(c, s)         the largest status: an error of one rank becomes an error of all
 *   lqcd_status lqcd_comm_agree(c, s, place, why)   LQCD_OK, or the status and message of the failed rank with the lowest place
 *                                             (< UINT64_MAX; the lowest rank among equals)
 *   void     *lqcd_comm_alloc(c, bytes)       lqcd_alloc; NULL on all ranks when one of them lacks memory
 *   void      lqcd_comm_barrier(c)            returns when all ranks have called it
 *   void      lqcd_comm_broadcast(c, from, p, n)    n bytes at p, from rank `from` to all
 * Messages of n bytes, matched in the order of calls and of k
 *   void      lqcd_comm_send(c, to, p, n), lqcd_comm_receive(c, from, p, n)
 *   void      lqcd_comm_sendrecv(c, m, n)     n <= LQCD_COMM_MESSAGES messages at once, each with its own sender and receiver
 * Faces: at most LQCD_COMM_FACES messages to neighbours and as many from them, under way while the process computes
 *   lqcd_comm_faces_begin, _receive, _send, _publish, _await, _test, _wait, _prepare_receive, _prepare_send, _start, _free: comm_mpi.h
 * Memory shared by the processes of one machine (MPI 3)
 *   lqcd_status lqcd_comm_shared_create(&m, c, bytes)    m.here, bytes of this process; LQCD_ERR_ARGUMENT where that is not possible
 *   void *lqcd_comm_shared_of(&m, rank), lqcd_comm_shared_destroy(&m)     memory of a rank; destroy is harmless if nothing was created
 *
 * Reductions, shared_create and shared_destroy are collective. A process alone does nothing in broadcast, send, receive, sendrecv and
 * barrier. n is below 2^31. Errors of MPI itself are handled by MPI.
 * SPDX-License-Identifier: MIT */

#ifndef LQCD_COMM_H
#define LQCD_COMM_H

#include "../base/memory.h"
#include "../simd/sum.h"
#include "comm_mpi.h"

#define LQCD_COMM_ORDERED 1024

/** lqcd_comm_sum of x[0] to x[n - 1], in place. */
LQCD_STATIC void lqcd__comm_sum_all(const lqcd_comm *c, double *x, int n)
{
	double all[LQCD_COMM_ORDERED];
	const int most = c->size > LQCD_COMM_ORDERED ? LQCD_COMM_ORDERED : LQCD_COMM_ORDERED / (c->size > 0 ? c->size : 1);
	if (lqcd__comm_alone(c)) return;
	for (int first = 0; first < n; first += most) {
		const int count = n - first < most ? n - first : most;
		double *to = x + first;
		if (c->size > LQCD_COMM_ORDERED) {
			lqcd__comm_reduce(c, LQCD__COMM_SUM_DOUBLE, to, all, count);
			memcpy(to, all, (size_t)count * sizeof *to);
			continue;
		}
		lqcd__comm_gather(c, to, count, all);
		for (int k = 0; k < count; k++) {
			to[k] = 0;
			for (int r = 0; r < c->size; r++) to[k] += all[r * count + k];
		}
	}
}

LQCD_STATIC double lqcd_comm_sum(const lqcd_comm *c, double x)
{
	lqcd__comm_sum_all(c, &x, 1);
	return x;
}

LQCD_STATIC double lqcd_comm_max(const lqcd_comm *c, double x)
{
	/* MPI does not say what the maximum of a NaN is. */
	const uint64_t nan_bits = UINT64_C(0x7ff8000000000000);
	const double mine[2] = {(double)(x != x), x != x ? 0 : x};
	double most[2];
	if (lqcd__comm_alone(c)) return x;
	lqcd__comm_reduce(c, LQCD__COMM_MAX_DOUBLE, mine, most, 2);
	if (most[0] > 0) memcpy(&most[1], &nan_bits, sizeof nan_bits);
	return most[1];
}

LQCD_STATIC int lqcd_comm_same(const lqcd_comm *c, const int *v, int n)
{
	int same = 1;
	if (lqcd__comm_alone(c)) return 1;
	for (int k = 0; k < n; k++) {
		const int mine[2] = {v[k], ~v[k]};
		int most[2];
		lqcd__comm_reduce(c, LQCD__COMM_MAX_INT, mine, most, 2);
		same &= most[0] == ~most[1];
	}
	return same;
}

LQCD_STATIC uint64_t lqcd__comm_reduce_u64(const lqcd_comm *c, lqcd__comm_reduction what, uint64_t x)
{
	uint64_t all = x;
	if (!lqcd__comm_alone(c)) lqcd__comm_reduce(c, what, &x, &all, 1);
	return all;
}

LQCD_STATIC uint64_t lqcd_comm_sum_u64(const lqcd_comm *c, uint64_t x)
{
	return lqcd__comm_reduce_u64(c, LQCD__COMM_SUM_U64, x);
}

LQCD_STATIC uint64_t lqcd_comm_min_u64(const lqcd_comm *c, uint64_t x)
{
	return lqcd__comm_reduce_u64(c, LQCD__COMM_MIN_U64, x);
}

LQCD_STATIC uint64_t lqcd_comm_xor_u64(const lqcd_comm *c, uint64_t x)
{
	return lqcd__comm_reduce_u64(c, LQCD__COMM_XOR_U64, x);
}

LQCD_STATIC lqcd_status lqcd_comm_worst(const lqcd_comm *c, lqcd_status s)
{
	int mine = (int)s, most = mine;
	if (!lqcd__comm_alone(c)) lqcd__comm_reduce(c, LQCD__COMM_MAX_INT, &mine, &most, 1);
	return (lqcd_status)most;
}

/* As integers, whose order does not matter. A few sums to a message; carried, so that sums of many ranks fit. */
LQCD_STATIC void lqcd_comm_sums(const lqcd_comm *c, double *x, const lqcd_sum *s, int n)
{
	enum { MOST = 8, SPECIAL = sizeof s->special, DIGITS = LQCD__SUM_DIGITS * sizeof *s->digit };
	int64_t mine[MOST][LQCD__SUM_DIGITS + 3], all[MOST][LQCD__SUM_DIGITS + 3];
	if (lqcd__comm_alone(c)) {
		for (int k = 0; k < n; k++) x[k] = lqcd_sum_value(s + k);
		return;
	}
	for (int first = 0; first < n; first += MOST) {
		const int count = n - first < MOST ? n - first : MOST;
		lqcd_sum t;
		for (int k = 0; k < count; k++) {
			t = s[first + k];
			lqcd__sum_carry(&t);
			memcpy(mine[k], t.special, SPECIAL);
			memcpy(mine[k] + 3, t.digit, DIGITS);
		}
		lqcd__comm_reduce(c, LQCD__COMM_SUM_INT64, mine, all, count * (LQCD__SUM_DIGITS + 3));
		for (int k = 0; k < count; k++) {
			memcpy(t.special, all[k], SPECIAL);
			memcpy(t.digit, all[k] + 3, DIGITS);
			t.lo = 0;
			t.hi = LQCD__SUM_DIGITS;
			x[first + k] = lqcd_sum_value(&t);
		}
	}
}

LQCD_STATIC int lqcd_comm_root(const lqcd_comm *c)
{
	return c->rank == 0 || lqcd__comm_alone(c);
}

LQCD_STATIC lqcd_status lqcd_comm_agree(const lqcd_comm *c, lqcd_status s, uint64_t place, lqcd_message *why)
{
	lqcd_message said;
	int status = (int)s;
	if (lqcd__comm_alone(c)) return s;
	const uint64_t mine = s == LQCD_OK ? UINT64_MAX : place, first = lqcd_comm_min_u64(c, mine);
	if (first == UINT64_MAX) return LQCD_OK;
	const int from = (int)lqcd_comm_min_u64(c, mine == first ? (uint64_t)c->rank : UINT64_MAX);
	(void)lqcd_fail(&said, s, "%s", why ? why->text : lqcd_status_text(s));
	lqcd_comm_broadcast(c, from, &status, sizeof status);
	lqcd_comm_broadcast(c, from, &said, sizeof said);
	return lqcd_fail(why, (lqcd_status)status, "%s", said.text);
}

LQCD_STATIC void *lqcd_comm_alloc(const lqcd_comm *c, size_t bytes)
{
	void *p = lqcd_alloc(bytes);
	if (lqcd_comm_worst(c, p ? LQCD_OK : LQCD_ERR_MEMORY) == LQCD_OK) return p;
	lqcd_free(p);
	return NULL;
}

#endif
