/* lqcd/lattice/comm_mpi.h: part of comm.h, whose manual it shares: the processes, and the messages between them. No other
 * file of the library names MPI: what is within LQCD__MPI(..) is there with LQCD_MPI, over MPI 2 or later; else one process is alone.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMM_MPI_H
#define LQCD_COMM_MPI_H

#include <stdint.h>
#include <string.h>

#include "../base/status.h"

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

typedef MPI_Comm lqcd_comm_handle;
#define LQCD_COMM_WORLD MPI_COMM_WORLD
#define LQCD__MPI(...)  __VA_ARGS__
#else
#define LQCD__MPI(...)
#endif

typedef struct {
	int rank, size;
	int grid[4], coord[4];   /* processes per direction T, X, Y, Z, and where this one stands */
	int64_t messages, bytes; /* sent as faces so far */
	LQCD__MPI(lqcd_comm_handle mpi;) /* MPI_COMM_NULL: nobody to talk to */
} lqcd_comm;

/* One of the messages of lqcd_comm_sendrecv. */
typedef struct {
	int to, from;
	size_t sent, received;
	void *out, *in;
} lqcd_comm_message;

enum { LQCD_COMM_MESSAGES = 8, LQCD_COMM_FACES = 64 };

/* Messages that are under way together, or prepared to be sent again and again. */
typedef struct {
	lqcd_comm *comm;
	int requests;
	int64_t messages, bytes; /* sent by one start of the prepared messages */
	LQCD__MPI(MPI_Request request[2 * LQCD_COMM_FACES];)
} lqcd_comm_faces;

/* Memory that the processes of a machine share. */
typedef struct {
	void *here; /* the part of this process */
	LQCD__MPI(MPI_Win window;)
} lqcd_comm_shared;

/* The reductions that comm.h needs, in the order of the table of lqcd__comm_reduce. */
typedef enum {
	LQCD__COMM_SUM_DOUBLE,
	LQCD__COMM_MAX_DOUBLE,
	LQCD__COMM_MAX_INT,
	LQCD__COMM_SUM_INT64,
	LQCD__COMM_SUM_U64,
	LQCD__COMM_MIN_U64,
	LQCD__COMM_XOR_U64
} lqcd__comm_reduction;

LQCD_STATIC lqcd_comm lqcd_comm_self(void)
{
	lqcd_comm c;
	memset(&c, 0, sizeof c);
	c.size = 1;
	for (int mu = 0; mu < 4; mu++) c.grid[mu] = 1;
	LQCD__MPI(c.mpi = MPI_COMM_NULL;)
	return c;
}

/** An empty set of faces. Sent faces are counted in c->messages and c->bytes. */
LQCD_STATIC void lqcd_comm_faces_begin(lqcd_comm_faces *f, lqcd_comm *c)
{
	f->comm = c;
	f->requests = 0;
	f->messages = f->bytes = 0;
}

/* ---- processes ------------------------------------------------------------------------------------------------- */

static inline int lqcd__comm_alone(const lqcd_comm *c)
{
	(void)c;
	LQCD__MPI(if (c->size != 1 && c->mpi != MPI_COMM_NULL) return 0;)
	return 1;
}

#ifdef LQCD_MPI
LQCD_STATIC lqcd_comm lqcd_comm_world(lqcd_comm_handle mpi)
{
	lqcd_comm c = lqcd_comm_self();
	MPI_Comm_rank(mpi, &c.rank);
	MPI_Comm_size(mpi, &c.size);
	c.mpi = mpi;
	return c;
}
#endif

LQCD_STATIC void lqcd_comm_start_processes(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	LQCD__MPI(int running, threads;
		  MPI_Initialized(&running);
		  if (!running) MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threads);)
}

LQCD_STATIC void lqcd_comm_end_processes(void)
{
	LQCD__MPI(int ended;
		  MPI_Finalized(&ended);
		  if (!ended) MPI_Finalize();)
}

LQCD_STATIC lqcd_comm lqcd_comm_all(void)
{
	LQCD__MPI(int running;
		  MPI_Initialized(&running);
		  if (running) return lqcd_comm_world(LQCD_COMM_WORLD);)
	return lqcd_comm_self();
}

LQCD_STATIC void lqcd_comm_abort(int status)
{
	(void)status;
	LQCD__MPI(const lqcd_comm all = lqcd_comm_all();
		  if (!lqcd__comm_alone(&all)) MPI_Abort(all.mpi, status);)
}

LQCD_STATIC void lqcd_comm_barrier(const lqcd_comm *c)
{
	(void)c;
	LQCD__MPI(if (!lqcd__comm_alone(c)) MPI_Barrier(c->mpi);)
}

LQCD_STATIC int lqcd_comm_local_rank(const lqcd_comm *c, int *n)
{
	int rank = 0;
	(void)c;
	*n = 1;
#if defined(LQCD_MPI) && MPI_VERSION >= 3
	MPI_Comm here;
	if (lqcd__comm_alone(c)) return 0;
	MPI_Comm_split_type(c->mpi, MPI_COMM_TYPE_SHARED, c->rank, MPI_INFO_NULL, &here);
	MPI_Comm_rank(here, &rank);
	MPI_Comm_size(here, n);
	MPI_Comm_free(&here);
#endif
	return rank;
}

LQCD_STATIC int lqcd_comm_takes_devices(const lqcd_comm *c)
{
	if (lqcd__comm_alone(c)) return 0;
#if defined(LQCD_MPI) && defined(LQCD_MPI_TAKES_DEVICES)
	return LQCD_MPI_TAKES_DEVICES;
#elif defined(LQCD_MPI) && defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
	return MPIX_Query_cuda_support();
#else
	return 0;
#endif
}

/* ---- all to all ------------------------------------------------------------------------------------------------ */

/** out[k] = the reduction of in[k] over all ranks, k < n; not of a process alone. */
LQCD_STATIC void lqcd__comm_reduce(const lqcd_comm *c, lqcd__comm_reduction what, const void *in, void *out, int n)
{
	(void)c, (void)what, (void)in, (void)out, (void)n;
	LQCD__MPI(const MPI_Datatype type[] = {MPI_DOUBLE, MPI_DOUBLE, MPI_INT, MPI_LONG_LONG_INT, MPI_UNSIGNED_LONG_LONG,
					       MPI_UNSIGNED_LONG_LONG, MPI_UNSIGNED_LONG_LONG};
		  const MPI_Op op[] = {MPI_SUM, MPI_MAX, MPI_MAX, MPI_SUM, MPI_SUM, MPI_MIN, MPI_BXOR};
		  MPI_Allreduce((void *)(uintptr_t)in, out, n, type[what], op[what], c->mpi);)
}

/** all[r n + k] = x[k] of rank r, k < n; not of a process alone. */
LQCD_STATIC void lqcd__comm_gather(const lqcd_comm *c, const double *x, int n, double *all)
{
	(void)c, (void)x, (void)n, (void)all;
	LQCD__MPI(MPI_Allgather((void *)(uintptr_t)x, n, MPI_DOUBLE, all, n, MPI_DOUBLE, c->mpi);)
}

LQCD_STATIC void lqcd_comm_broadcast(const lqcd_comm *c, int from, void *p, size_t n)
{
	(void)c, (void)from, (void)p, (void)n;
	LQCD__MPI(if (!lqcd__comm_alone(c)) MPI_Bcast(p, (int)n, MPI_BYTE, from, c->mpi);)
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

/* Faces have small numbers. */
#define LQCD__COMM_TAG 32767

LQCD_STATIC void lqcd_comm_send(const lqcd_comm *c, int to, void *p, size_t n)
{
	(void)c, (void)to, (void)p, (void)n;
	LQCD__MPI(if (!lqcd__comm_alone(c)) MPI_Send(p, (int)n, MPI_BYTE, to, LQCD__COMM_TAG, c->mpi);)
}

LQCD_STATIC void lqcd_comm_receive(const lqcd_comm *c, int from, void *p, size_t n)
{
	(void)c, (void)from, (void)p, (void)n;
	LQCD__MPI(if (!lqcd__comm_alone(c)) MPI_Recv(p, (int)n, MPI_BYTE, from, LQCD__COMM_TAG, c->mpi, MPI_STATUS_IGNORE);)
}

/** m[k].sent bytes at m[k].out go to rank m[k].to, and m[k].received bytes from rank m[k].from arrive at m[k].in, k < n. */
LQCD_STATIC void lqcd_comm_sendrecv(const lqcd_comm *c, const lqcd_comm_message *m, int n)
{
	(void)c, (void)n, (void)m;
	if (lqcd__comm_alone(c)) return;
	LQCD__MPI(MPI_Request request[2 * LQCD_COMM_MESSAGES];
		  for (int k = 0; k < n; k++)
			  MPI_Irecv(m[k].in, (int)m[k].received, MPI_BYTE, m[k].from, LQCD__COMM_TAG, c->mpi, &request[k]);
		  for (int k = 0; k < n; k++)
			  MPI_Isend(m[k].out, (int)m[k].sent, MPI_BYTE, m[k].to, LQCD__COMM_TAG, c->mpi, &request[n + k]);
		  MPI_Waitall(2 * n, request, MPI_STATUSES_IGNORE);)
}

/* ---- faces ------------------------------------------------------------------------------------------------------ */

#ifdef LQCD_MPI
static inline MPI_Request *lqcd__comm_next(lqcd_comm_faces *f)
{
	LQCD_ASSERT(f->requests < 2 * LQCD_COMM_FACES);
	return &f->request[f->requests++];
}

/** Faces are sent in words of 4 bytes, whose number fits an int for any lattice of geometry.h. */
static inline int lqcd__comm_words(size_t bytes)
{
	LQCD_ASSERT(bytes % sizeof(float) == 0);
	return (int)(bytes / sizeof(float));
}

/** Counts faces that are sent; threads may share c. */
LQCD_STATIC void lqcd__comm_count(lqcd_comm *c, int64_t messages, int64_t bytes)
{
	__atomic_fetch_add(&c->messages, messages, __ATOMIC_RELAXED);
	__atomic_fetch_add(&c->bytes, bytes, __ATOMIC_RELAXED);
}
#endif

/** Starts to receive a message. bytes: a multiple of 4. 0 <= number < 32767, equal on both sides. Receive before sending: messages then
 * need no buffering. */
LQCD_STATIC void lqcd_comm_faces_receive(lqcd_comm_faces *f, int from, int number, void *p, size_t bytes)
{
	(void)f, (void)from, (void)number, (void)p, (void)bytes;
	LQCD__MPI(MPI_Irecv(p, lqcd__comm_words(bytes), MPI_FLOAT, from, number, f->comm->mpi, lqcd__comm_next(f));)
}

/** Starts to send a message; arguments as lqcd_comm_faces_receive. */
LQCD_STATIC void lqcd_comm_faces_send(lqcd_comm_faces *f, int to, int number, void *p, size_t bytes)
{
	(void)f, (void)to, (void)number, (void)p, (void)bytes;
	LQCD__MPI(MPI_Isend(p, lqcd__comm_words(bytes), MPI_FLOAT, to, number, f->comm->mpi, lqcd__comm_next(f));
		  lqcd__comm_count(f->comm, 1, (int64_t)bytes);)
}

/** Receives the message of lqcd_comm_faces_publish. */
LQCD_STATIC void lqcd_comm_faces_await(lqcd_comm_faces *f, int from, int number)
{
	lqcd_comm_faces_receive(f, from, number, NULL, 0);
}

/** A message that a face is complete which this process has written to the receiver's memory itself. */
LQCD_STATIC void lqcd_comm_faces_publish(lqcd_comm_faces *f, int to, int number, size_t bytes)
{
	(void)bytes;
	lqcd_comm_faces_send(f, to, number, NULL, 0);
	LQCD__MPI(lqcd__comm_count(f->comm, 0, (int64_t)bytes);)
}

/** 1 when all messages are complete; lets MPI make progress. */
LQCD_STATIC int lqcd_comm_faces_test(lqcd_comm_faces *f)
{
	int done = 1;
	(void)f;
	LQCD__MPI(MPI_Testall(f->requests, f->request, &done, MPI_STATUSES_IGNORE);)
	return done;
}

/** Returns when all messages are complete. */
LQCD_STATIC void lqcd_comm_faces_wait(lqcd_comm_faces *f)
{
	(void)f;
	LQCD__MPI(if (f->requests) MPI_Waitall(f->requests, f->request, MPI_STATUSES_IGNORE);)
}

/** A message that each lqcd_comm_faces_start starts again; arguments as lqcd_comm_faces_receive. */
LQCD_STATIC void lqcd_comm_faces_prepare_receive(lqcd_comm_faces *f, int from, int number, void *p, size_t bytes)
{
	(void)f, (void)from, (void)number, (void)p, (void)bytes;
	LQCD__MPI(MPI_Recv_init(p, lqcd__comm_words(bytes), MPI_FLOAT, from, number, f->comm->mpi, lqcd__comm_next(f));)
}

/** A message that each lqcd_comm_faces_start starts again; arguments as lqcd_comm_faces_receive. */
LQCD_STATIC void lqcd_comm_faces_prepare_send(lqcd_comm_faces *f, int to, int number, void *p, size_t bytes)
{
	(void)f, (void)to, (void)number, (void)p, (void)bytes;
	LQCD__MPI(MPI_Send_init(p, lqcd__comm_words(bytes), MPI_FLOAT, to, number, f->comm->mpi, lqcd__comm_next(f));
		  f->messages++;
		  f->bytes += (int64_t)bytes;)
}

/** Starts all prepared messages; lqcd_comm_faces_wait follows. */
LQCD_STATIC void lqcd_comm_faces_start(lqcd_comm_faces *f)
{
	if (!f->requests) return;
	LQCD__MPI(lqcd__comm_count(f->comm, f->messages, f->bytes);
		  MPI_Startall(f->requests, f->request);)
}

/** After the last wait: releases prepared messages. */
LQCD_STATIC void lqcd_comm_faces_free(lqcd_comm_faces *f)
{
	LQCD__MPI(for (int k = 0; k < f->requests; k++) MPI_Request_free(&f->request[k]);)
	f->requests = 0;
}

/* ---- shared memory --------------------------------------------------------------------------------------------- */

#if defined(LQCD_MPI) && MPI_VERSION >= 3
#define LQCD__MPI_3(...) __VA_ARGS__
#else
#define LQCD__MPI_3(...)
#endif

/** m->here: `bytes` of this process, which all processes reach. LQCD_ERR_ARGUMENT unless several share c, all on one machine. */
LQCD_STATIC lqcd_status lqcd_comm_shared_create(lqcd_comm_shared *m, const lqcd_comm *c, size_t bytes)
{
	int n;
	m->here = NULL;
	(void)c, (void)bytes;
	if (lqcd__comm_alone(c)) return LQCD_ERR_ARGUMENT;
	lqcd_comm_local_rank(c, &n);
	if (n < c->size) return LQCD_ERR_ARGUMENT;
	LQCD__MPI_3(MPI_Win_allocate_shared((MPI_Aint)bytes, 1, MPI_INFO_NULL, c->mpi, &m->here, &m->window);)
	return LQCD_OK;
}

LQCD_STATIC void *lqcd_comm_shared_of(const lqcd_comm_shared *m, int rank)
{
	void *p = m->here;
	(void)rank;
	LQCD__MPI_3(MPI_Aint bytes; int unit;
		    MPI_Win_shared_query(m->window, rank, &bytes, &unit, &p);)
	return p;
}

LQCD_STATIC void lqcd_comm_shared_destroy(lqcd_comm_shared *m)
{
	LQCD__MPI_3(if (m->here) MPI_Win_free(&m->window);)
	m->here = NULL;
}

#endif
