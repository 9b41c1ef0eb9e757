/* tests/link/threads_mpi/mpi.h: as much of MPI as lqcd/lattice/comm_mpi.h names, for one process that believes to be rank 0 of
 * two. Messages go nowhere; any number of threads may send them. */
#ifndef LQCD_TESTS_MPI_H
#define LQCD_TESTS_MPI_H

#include <string.h>

#define MPI_VERSION 2
typedef int MPI_Comm, MPI_Request, MPI_Datatype, MPI_Op, MPI_Win;
enum { MPI_COMM_NULL, MPI_COMM_WORLD, MPI_THREAD_FUNNELED = 1 };
enum { MPI_BYTE = 1, MPI_FLOAT = 4, MPI_INT = 4, MPI_DOUBLE = 8, MPI_LONG_LONG_INT = 8, MPI_UNSIGNED_LONG_LONG = 8 };
enum { MPI_SUM, MPI_MAX, MPI_MIN, MPI_BXOR };
#define MPI_STATUS_IGNORE   NULL
#define MPI_STATUSES_IGNORE NULL

#define MPI_Initialized(flag)                    (*(flag) = 1)
#define MPI_Finalized(flag)                      (*(flag) = 1)
#define MPI_Init_thread(argc, argv, level, got)  ((void)(argc), (void)(argv), *(got) = (level))
#define MPI_Finalize()                           ((void)0)
#define MPI_Abort(comm, status)                  ((void)(comm), (void)(status))
#define MPI_Barrier(comm)                        ((void)(comm))
#define MPI_Comm_rank(comm, rank)                ((void)(comm), *(rank) = 0)
#define MPI_Comm_size(comm, size)                ((void)(comm), *(size) = 2)
#define MPI_Bcast(p, n, type, from, comm)        ((void)(p), (void)(n), (void)(from), (void)(comm))
#define MPI_Send(p, n, type, to, tag, comm)      ((void)(p), (void)(n), (void)(to), (void)(comm))
#define MPI_Recv(p, n, type, from, tag, comm, s) ((void)(p), (void)(n), (void)(from), (void)(comm))
/* The reductions of two processes that have the same, but for sums. */
#define MPI_Allreduce(in, out, n, type, op, comm)                                                                      \
	((void)(op), (void)(comm), (void)memcpy(out, in, (size_t)(n) * (size_t)(type)))
/* Both processes have the same. */
static inline void MPI_Allgather(const void *in, int n, MPI_Datatype type, void *out, int m, MPI_Datatype type_out, MPI_Comm comm)
{
	(void)m;
	(void)type_out;
	(void)comm;
	memcpy(out, in, (size_t)n * (size_t)type);
	memcpy((char *)out + (size_t)n * (size_t)type, in, (size_t)n * (size_t)type);
}

#define LQCD_TESTS_MPI_START(p, n, rank, tag, comm, request)                                                           \
	((void)(p), (void)(n), (void)(rank), (void)(tag), (void)(comm), *(request) = 1)
#define MPI_Irecv(p, n, type, from, tag, comm, request)     LQCD_TESTS_MPI_START(p, n, from, tag, comm, request)
#define MPI_Isend(p, n, type, to, tag, comm, request)       LQCD_TESTS_MPI_START(p, n, to, tag, comm, request)
#define MPI_Recv_init(p, n, type, from, tag, comm, request) LQCD_TESTS_MPI_START(p, n, from, tag, comm, request)
#define MPI_Send_init(p, n, type, to, tag, comm, request)   LQCD_TESTS_MPI_START(p, n, to, tag, comm, request)
#define MPI_Startall(n, requests)                           ((void)(n), (void)(requests))
#define MPI_Waitall(n, requests, statuses)                  ((void)(n), (void)(requests))
#define MPI_Testall(n, requests, done, statuses)            ((void)(n), (void)(requests), *(done) = 1)
#define MPI_Request_free(request)                           (*(request) = 0)

#endif
