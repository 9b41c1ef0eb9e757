/* lqcd/lattice/lattice.h: the type lqcd_lattice, and why a function on a lattice failed.
 *
 *   s = lqcd_wilson_create(&D, &u, -4.5, LQCD_PERIODIC);
 *   if (s != LQCD_OK) puts(lqcd_lattice_why(&lat, s).text);      mass -4.5: must be above -4 (kappa > 0) and below 1e100
 *
 * lqcd_lattice_why(&lat, status).text says why the last function on lat failed with this status: one whose lattice, fields,
 * operators or solver are on lat. It names the argument, its value and what is legal. The answer is given once; without one
 * it is lqcd_status_text(status). Any thread may ask. Each process has its own answer.
 *
 * lqcd_lattice_create and all that a lattice is for: geometry.h.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_LATTICE_H
#define LQCD_LATTICE_H

#include "../base/status.h"
#include "boundary.h"
#include "comm.h"

#define LQCD_MAX_LANES 64

typedef enum { LQCD_FULL = 0, LQCD_EVEN = 1, LQCD_ODD = 2 } lqcd_parity;

struct lqcd__sites;

/* The thread whose loops on a lattice a team serves (team.h), or 0, and its team, which that thread alone reads. calm,
 * spins: what the last team has learnt, how many short waits until its members yield their processors again, and how long one
 * spun at least; 0 before. */
typedef struct {
	uintptr_t owner;
	struct lqcd__team *team;
	int calm, spins;
} lqcd__team_slot;

/** Threads of the program may share a lattice of one process: create and destroy fields and operators on it, ask for geometries, and read
 * a geometry, field or operator at once, in hops, solves, observables and files. What a call writes belongs to its thread: outputs, and
 * objects that hold fields to work in (inverters, multigrid, Schwarz, HMC). One thread creates the lattice, before the others use it, and
 * one destroys it, when they have ended. On a lattice of several processes calls are collective and share one communicator: one thread at
 * a time makes them, in one order on all processes, under MPI_THREAD_SERIALIZED at least (lqcd_comm_start_processes asks for
 * MPI_THREAD_FUNNELED: the thread that started MPI). Devices (device/) and compat/ are for one thread. */
typedef struct lqcd_lattice {
	int extent[4];    /* global */
	int local[4];     /* of this process */
	int block[4];     /* path blocking */
	int lane_grid[4]; /* the caller's choice, used for lane counts equal to its product; 0: none */
	lqcd_comm comm;
	lqcd_boundary boundary; /* lqcd_lattice_set_boundary */
	/* Any thread may change these, also in a lattice that is const for its caller: */
	struct lqcd__sites *sites; /* geometries made so far, one entry per lane count */
	lqcd__team_slot team;
	int cause_busy;            /* a thread reads or writes the cause of the last failure */
	lqcd_status cause_of;      /* LQCD_OK: none */
	char cause[256];
} lqcd_lattice;

/** Keeps the cause of a failure for lqcd_lattice_why, and returns s. lat may be NULL or destroyed. */
LQCD_PRINTF(3, 4)
LQCD_STATIC lqcd_status lqcd__refuse(const lqcd_lattice *lat, lqcd_status s, const char *format, ...)
{
	lqcd_lattice *at = (lqcd_lattice *)(uintptr_t)lat;
	if (!at || __atomic_exchange_n(&at->cause_busy, 1, __ATOMIC_ACQUIRE)) return s;
	va_list args;
	va_start(args, format);
	vsnprintf(at->cause, sizeof at->cause, format, args);
	va_end(args);
	at->cause_of = s;
	__atomic_store_n(&at->cause_busy, 0, __ATOMIC_RELEASE);
	return s;
}

/** Extends the hash h by n numbers. */
LQCD_STATIC uint64_t lqcd__hash(uint64_t h, const double *x, int n)
{
	for (int k = 0; k < n; k++) {
		uint64_t bits;
		memcpy(&bits, x + k, sizeof bits);
		h = (h ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
		h ^= h >> 29;
	}
	return h;
}

/** Collective. Returns s, or an error if another process has one, or if the hash of what must be equal everywhere differs. */
LQCD_STATIC lqcd_status lqcd__agree(const lqcd_lattice *lat, lqcd_status s, uint64_t hash, const char *alike)
{
	if (!lat || lqcd__comm_alone(&lat->comm)) return s;
	uint64_t mine[3] = {hash, ~hash, ~(uint64_t)s}, all[3];
	lqcd__comm_reduce(&lat->comm, LQCD__COMM_MIN_U64, mine, all, 3);
	if (s != LQCD_OK) return s;
	if (~all[2]) return lqcd__refuse(lat, (lqcd_status)~all[2], "another process has refused its arguments");
	return all[0] == ~all[1] ? s : lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "%s: processes differ", alike);
}

/** Refuses two objects that do not fit together, with the cause on both lattices; either may be NULL. */
LQCD_STATIC lqcd_status lqcd__differ(const lqcd_lattice *a, const lqcd_lattice *b, const char *what)
{
	for (int k = 0; k < 2; k++)
		(void)lqcd__refuse(k ? a : b, LQCD_ERR_GEOMETRY, "%s differ in lattice, parity or lanes", what);
	return LQCD_ERR_GEOMETRY;
}

LQCD_STATIC lqcd_message lqcd_lattice_why(const lqcd_lattice *lat, lqcd_status s)
{
	lqcd_lattice *at = (lqcd_lattice *)(uintptr_t)lat;
	lqcd_message why;
	(void)lqcd_fail(&why, s, "%s", lqcd_status_text(s));
	if (!at || __atomic_exchange_n(&at->cause_busy, 1, __ATOMIC_ACQUIRE)) return why;
	if (s != LQCD_OK && at->cause_of == s) (void)lqcd_fail(&why, s, "%s", at->cause);
	at->cause_of = LQCD_OK;
	__atomic_store_n(&at->cause_busy, 0, __ATOMIC_RELEASE);
	return why;
}

LQCD_STATIC lqcd_status lqcd_lattice_set_boundary(lqcd_lattice *lat, const lqcd_boundary *b)
{
	if (!lat || !b || lat->extent[0] < 1) return LQCD_ERR_ARGUMENT;
	const int ends = b->kind != LQCD_BOUNDARY_PERIODIC,
		  last = ends && !b->last ? lat->extent[0] - 1 - b->first : b->last;
	double sum[3] = {b->cG[0] + b->cG[1] + b->theta[0] + b->theta[1] + b->theta[2] + b->theta_t, 0, 0};
	for (int k = 0; k < 2 * LQCD_BOUNDARY_COLOURS; k++)
		sum[1 + k / LQCD_BOUNDARY_COLOURS] += b->phi[k / LQCD_BOUNDARY_COLOURS][k % LQCD_BOUNDARY_COLOURS];
	if ((unsigned)b->kind > LQCD_BOUNDARY_OPEN_SF)
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "boundary kind %d: unknown", (int)b->kind);
	if (ends ? last < 2 || last >= lat->extent[0] || b->first < 0 || b->first >= lat->extent[0] - last
		 : last != 0 || b->first != 0)
		return lqcd__refuse(
			lat, LQCD_ERR_ARGUMENT,
			"boundary at T = %d, from slice %d: T from 2 to %d less that slice, or both 0 if periodic",
			last, b->first, lat->extent[0] - 1);
	if (!lqcd_isfinite(sum[0]) || !(fabs(sum[1]) <= 1e-9) || !(fabs(sum[2]) <= 1e-9))
		return lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
				    "boundary: cG and theta must be numbers, the angles phi add up to 0, not %g and %g",
				    sum[1], sum[2]);
	for (int k = 0; k < 2 * LQCD_BOUNDARY_COLOURS; k++)
		if (k % LQCD_BOUNDARY_COLOURS >= LQCD_NC &&
		    fabs(b->phi[k / LQCD_BOUNDARY_COLOURS][k % LQCD_BOUNDARY_COLOURS]) > 0)
			return lqcd__refuse(lat, LQCD_ERR_ARGUMENT,
					    "boundary: an angle phi of colour %d: there are %d colours",
					    k % LQCD_BOUNDARY_COLOURS, LQCD_NC);
	lat->boundary = *b;
	lat->boundary.last = last;
	return LQCD_OK;
}

/** LQCD_ERR_ARGUMENT on a lattice with a boundary in time: `what` has no form there. */
LQCD_STATIC lqcd_status lqcd__boundary_none(const lqcd_lattice *lat, const char *what)
{
	return !lat || lat->boundary.kind == LQCD_BOUNDARY_PERIODIC
		       ? LQCD_OK
		       : lqcd__refuse(lat, LQCD_ERR_ARGUMENT, "%s: not on a lattice with ends in time", what);
}

#endif
