/* lqcd/comm.h: the processes that share a lattice. This version knows one process; the interface is that of many.
 *
 *   lqcd_comm lqcd_comm_self(void)            rank 0 of 1, process grid 1x1x1x1
 *   double    lqcd_comm_sum(c, x), _max       over all ranks: x itself here
 */
#ifndef LQCD_COMM_H
#define LQCD_COMM_H

#include "config.h"

typedef struct {
	int rank, size;
	int grid[4], coord[4]; /* processes per direction T, X, Y, Z, and where this one stands */
} lqcd_comm;

LQCD_STATIC lqcd_comm lqcd_comm_self(void)
{
	lqcd_comm c;
	c.rank = 0;
	c.size = 1;
	for (int mu = 0; mu < 4; mu++) {
		c.grid[mu] = 1;
		c.coord[mu] = 0;
	}
	return c;
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

#endif
