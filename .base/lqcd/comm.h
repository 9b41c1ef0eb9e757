/* lqcd/comm.h: the processes that share a lattice: one, or those of an MPI communicator when LQCD_MPI is defined before
 * the first header of lqcd (the only file that includes mpi.h; MPI 2 is enough).
 *
 *   lqcd_comm lqcd_comm_self(void)            rank 0 of 1, process grid 1x1x1x1
 *   lqcd_comm lqcd_comm_world(mpi)            with LQCD_MPI: the processes of a communicator, which must live as long
 *                                             as lattices on it; options.comm of lqcd_lattice_create (geometry.h)
 *   double    lqcd_comm_sum(c, x), _max       over all ranks, with the same bits on each: x is summed in the order of
 *                                             ranks (of more than LQCD_COMM_ORDERED in that of the MPI library); a NaN
 *                                             anywhere makes both NaN
 *   void      lqcd_comm_sums(c, x, s, n)      x[k] = the exact sum of the s[k] of all ranks (sum.h), k < n: the same
 *                                             bits however the terms are shared out among ranks
 *   int       lqcd_comm_same(c, v, n)         1 when the integers v[0..n-1] are the same on all ranks
 *   uint64_t  lqcd_comm_sum_u64(c, x), lqcd_comm_min_u64, lqcd_comm_xor_u64    over all ranks; the sum mod 2^64
 *   void      lqcd_comm_broadcast(c, from, p, n)            n bytes at p, of the rank `from`, to all
 *   void      lqcd_comm_send(c, to, p, n), lqcd_comm_receive(c, from, p, n)
 *                                             n bytes from one rank to another, in the order in which they are sent
 *   void      lqcd_comm_trade(c, m, n)        n <= LQCD_COMM_TRADES messages at once: m[k].sent bytes at m[k].out to rank
 *                                             m[k].to, and m[k].received bytes to m[k].in, which rank m[k].from sends.
 *                                             Those from one rank to another come in the order of k on both
 *   int       lqcd_comm_root(c)               1 on the rank that does what one process does for all: rank 0
 *   lqcd_status lqcd_comm_agree(c, s, place, why)   LQCD_OK when s is that on all ranks; else, on all, the status and
 *                                             the message of the rank whose failure has the lowest place
 *                                             (< UINT64_MAX; of several, the lowest rank)
 *   lqcd_status lqcd_comm_worst(c, s)         the status with the largest number of any rank: what is to fail on one
 *                                             rank fails on all
 *   int       lqcd_comm_local_rank(c, &n)     the number of this rank among the n of its machine (with MPI 2: of one)
 *   int       lqcd_comm_takes_devices(c)      1 when messages may be in the memory of a GPU: OpenMPI says so, or
 *                                             LQCD_MPI_TAKES_DEVICES is defined as 1
 *   void     *lqcd_comm_alloc(c, bytes)       lqcd_alloc on all ranks; NULL on all when one of them lacks memory
 *   c.messages, c.bytes                       what this process sent in exchanges of halos, in the comm of a lattice
 *
 * All but lqcd_comm_self, _root, _send, _receive, _trade and _takes_devices are collective where there are several ranks. With nobody
 * to talk to, broadcast, send, receive and trade do nothing. n is below 2^31. Errors of MPI itself are handled by MPI.
 */
#ifndef LQCD_COMM_H
#define LQCD_COMM_H

#include <stdint.h>
#include <string.h>

#include "memory.h"
#include "status.h"
#include "sum.h"

#ifdef LQCD_MPI
/* Its C interface alone, in C++ too. */
#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>
#if defined(OPEN_MPI) && defined(__has_include)
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#endif
#endif

#define LQCD_COMM_ORDERED 1024

enum { LQCD_COMM_TRADES = 8 };

typedef struct {
	int to, from;
	size_t sent, received;
	void *out, *in;
} lqcd_comm_message;

typedef struct {
	int rank, size;
	int grid[4], coord[4];   /* processes per direction T, X, Y, Z, and where this one stands */
	int64_t messages, bytes; /* that halos sent so far */
#ifdef LQCD_MPI
	MPI_Comm mpi; /* MPI_COMM_NULL: nobody to talk to */
#endif
} lqcd_comm;

LQCD_STATIC lqcd_comm lqcd_comm_self(void)
{
	lqcd_comm c;
	c.rank = 0;
	c.size = 1;
	c.messages = c.bytes = 0;
	for (int mu = 0; mu < 4; mu++) {
		c.grid[mu] = 1;
		c.coord[mu] = 0;
	}
#ifdef LQCD_MPI
	c.mpi = MPI_COMM_NULL;
#endif
	return c;
}

#ifdef LQCD_MPI
LQCD_STATIC lqcd_comm lqcd_comm_world(MPI_Comm mpi)
{
	lqcd_comm c = lqcd_comm_self();
	MPI_Comm_rank(mpi, &c.rank);
	MPI_Comm_size(mpi, &c.size);
	c.mpi = mpi;
	return c;
}

static inline int lqcd__comm_alone(const lqcd_comm *c)
{
	return c->size == 1 || c->mpi == MPI_COMM_NULL;
}

LQCD_STATIC double lqcd_comm_sum(const lqcd_comm *c, double x)
{
	double all[LQCD_COMM_ORDERED], sum = 0;
	if (lqcd__comm_alone(c)) return x;
	if (c->size > LQCD_COMM_ORDERED) {
		MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, c->mpi);
		return sum;
	}
	MPI_Allgather(&x, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, c->mpi);
	for (int r = 0; r < c->size; r++) sum += all[r];
	return sum;
}

LQCD_STATIC double lqcd_comm_max(const lqcd_comm *c, double x)
{
	/* What MPI_MAX makes of a NaN is not said. */
	const uint64_t nan_bits = UINT64_C(0x7ff8000000000000);
	double mine[2], most[2];
	if (lqcd__comm_alone(c)) return x;
	mine[0] = x != x;
	mine[1] = x != x ? 0 : x;
	MPI_Allreduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, c->mpi);
	if (most[0] > 0) memcpy(&most[1], &nan_bits, sizeof nan_bits);
	return most[1];
}

LQCD_STATIC int lqcd_comm_same(const lqcd_comm *c, const int *v, int n)
{
	int same = 1;
	if (lqcd__comm_alone(c)) return 1;
	for (int k = 0; k < n; k++) {
		int mine[2], most[2];
		mine[0] = v[k];
		mine[1] = ~v[k];
		MPI_Allreduce(mine, most, 2, MPI_INT, MPI_MAX, c->mpi);
		same &= most[0] == ~most[1];
	}
	return same;
}

LQCD_STATIC uint64_t lqcd__comm_reduce_u64(const lqcd_comm *c, uint64_t x, MPI_Op op)
{
	unsigned long long mine = x, all = x;
	if (!lqcd__comm_alone(c)) MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED_LONG_LONG, op, c->mpi);
	return all;
}

LQCD_STATIC uint64_t lqcd_comm_sum_u64(const lqcd_comm *c, uint64_t x)
{
	return lqcd__comm_reduce_u64(c, x, MPI_SUM);
}

LQCD_STATIC uint64_t lqcd_comm_min_u64(const lqcd_comm *c, uint64_t x)
{
	return lqcd__comm_reduce_u64(c, x, MPI_MIN);
}

LQCD_STATIC uint64_t lqcd_comm_xor_u64(const lqcd_comm *c, uint64_t x)
{
	return lqcd__comm_reduce_u64(c, x, MPI_BXOR);
}

LQCD_STATIC void lqcd_comm_broadcast(const lqcd_comm *c, int from, void *p, size_t n)
{
	if (!lqcd__comm_alone(c)) MPI_Bcast(p, (int)n, MPI_BYTE, from, c->mpi);
}

/* Halos have small tags. */
#define LQCD__COMM_TAG 32767

LQCD_STATIC void lqcd_comm_send(const lqcd_comm *c, int to, void *p, size_t n)
{
	if (!lqcd__comm_alone(c)) MPI_Send(p, (int)n, MPI_BYTE, to, LQCD__COMM_TAG, c->mpi);
}

LQCD_STATIC void lqcd_comm_receive(const lqcd_comm *c, int from, void *p, size_t n)
{
	if (!lqcd__comm_alone(c)) MPI_Recv(p, (int)n, MPI_BYTE, from, LQCD__COMM_TAG, c->mpi, MPI_STATUS_IGNORE);
}

LQCD_STATIC void lqcd_comm_trade(const lqcd_comm *c, const lqcd_comm_message *m, int n)
{
	MPI_Request request[2 * LQCD_COMM_TRADES];
	if (lqcd__comm_alone(c)) return;
	for (int k = 0; k < n; k++)
		MPI_Irecv(m[k].in, (int)m[k].received, MPI_BYTE, m[k].from, LQCD__COMM_TAG, c->mpi, &request[k]);
	for (int k = 0; k < n; k++)
		MPI_Isend(m[k].out, (int)m[k].sent, MPI_BYTE, m[k].to, LQCD__COMM_TAG, c->mpi, &request[n + k]);
	MPI_Waitall(2 * n, request, MPI_STATUSES_IGNORE);
}

LQCD_STATIC int lqcd_comm_local_rank(const lqcd_comm *c, int *n)
{
	int rank = 0;
	*n = 1;
#if MPI_VERSION >= 3
	MPI_Comm here;
	if (lqcd__comm_alone(c)) return 0;
	MPI_Comm_split_type(c->mpi, MPI_COMM_TYPE_SHARED, c->rank, MPI_INFO_NULL, &here);
	MPI_Comm_rank(here, &rank);
	MPI_Comm_size(here, n);
	MPI_Comm_free(&here);
#else
	(void)c;
#endif
	return rank;
}

LQCD_STATIC int lqcd_comm_takes_devices(const lqcd_comm *c)
{
	if (lqcd__comm_alone(c)) return 0;
#ifdef LQCD_MPI_TAKES_DEVICES
	return LQCD_MPI_TAKES_DEVICES;
#elif defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
	return MPIX_Query_cuda_support();
#else
	return 0;
#endif
}

LQCD_STATIC lqcd_status lqcd_comm_worst(const lqcd_comm *c, lqcd_status s)
{
	int mine = (int)s, most = mine;
	if (!lqcd__comm_alone(c)) MPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, c->mpi);
	return (lqcd_status)most;
}
/* Integers: in any order. A few sums to a message; carried, so that many ranks fit. */
LQCD_STATIC void lqcd_comm_sums(const lqcd_comm *c, double *x, const lqcd_sum *s, int n)
{
	enum { MOST = 8, SPECIAL = sizeof s->special, DIGITS = LQCD__SUM_DIGITS * sizeof *s->digit };
	long long mine[MOST][LQCD__SUM_DIGITS + 3], all[MOST][LQCD__SUM_DIGITS + 3];
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
		MPI_Allreduce(mine, all, count * (LQCD__SUM_DIGITS + 3), MPI_LONG_LONG_INT, MPI_SUM, c->mpi);
		for (int k = 0; k < count; k++) {
			memcpy(t.special, all[k], SPECIAL);
			memcpy(t.digit, all[k] + 3, DIGITS);
			t.lo = 0;
			t.hi = LQCD__SUM_DIGITS;
			x[first + k] = lqcd_sum_value(&t);
		}
	}
}
#else
static inline int lqcd__comm_alone(const lqcd_comm *c)
{
	(void)c;
	return 1;
}

LQCD_STATIC double lqcd_comm_sum(const lqcd_comm *c, double x)
{
	(void)c;
	return x;
}

LQCD_STATIC double lqcd_comm_max(const lqcd_comm *c, double x)
{
	(void)c;
	return x;
}

LQCD_STATIC int lqcd_comm_same(const lqcd_comm *c, const int *v, int n)
{
	(void)c;
	(void)v;
	(void)n;
	return 1;
}

LQCD_STATIC uint64_t lqcd_comm_sum_u64(const lqcd_comm *c, uint64_t x)
{
	(void)c;
	return x;
}

LQCD_STATIC uint64_t lqcd_comm_min_u64(const lqcd_comm *c, uint64_t x)
{
	(void)c;
	return x;
}

LQCD_STATIC uint64_t lqcd_comm_xor_u64(const lqcd_comm *c, uint64_t x)
{
	(void)c;
	return x;
}

LQCD_STATIC void lqcd_comm_broadcast(const lqcd_comm *c, int from, void *p, size_t n)
{
	(void)c;
	(void)from;
	(void)p;
	(void)n;
}

LQCD_STATIC void lqcd_comm_send(const lqcd_comm *c, int to, void *p, size_t n)
{
	(void)c;
	(void)to;
	(void)p;
	(void)n;
}

LQCD_STATIC void lqcd_comm_receive(const lqcd_comm *c, int from, void *p, size_t n)
{
	(void)c;
	(void)from;
	(void)p;
	(void)n;
}

LQCD_STATIC void lqcd_comm_trade(const lqcd_comm *c, const lqcd_comm_message *m, int n)
{
	(void)c;
	(void)m;
	(void)n;
}

LQCD_STATIC int lqcd_comm_local_rank(const lqcd_comm *c, int *n)
{
	(void)c;
	*n = 1;
	return 0;
}

LQCD_STATIC int lqcd_comm_takes_devices(const lqcd_comm *c)
{
	(void)c;
	return 0;
}

LQCD_STATIC lqcd_status lqcd_comm_worst(const lqcd_comm *c, lqcd_status s)
{
	(void)c;
	return s;
}

LQCD_STATIC void lqcd_comm_sums(const lqcd_comm *c, double *x, const lqcd_sum *s, int n)
{
	(void)c;
	for (int k = 0; k < n; k++) x[k] = lqcd_sum_value(s + k);
}
#endif

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
	lqcd_fail(&said, s, "%s", why ? why->text : lqcd_status_text(s));
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
