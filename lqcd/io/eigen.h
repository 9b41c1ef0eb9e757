/* lqcd/io/eigen.h: eigenpairs (solver/lanczos.h) in files, bit for bit, to deflate with them, or to go on from them.
 *
 *   s = lqcd_eigen_save(path, &e, why)              tags f, d, vf, vd
 *   s = lqcd_eigen_load(path, &e, &like, why)       like: a field as the vectors are, of any contents; then
 *                                                   lqcd_eigen_deflate or lqcd_eigen_resume
 *
 * Checkpoints (checkpoint.h) of LQCD_EIGEN_PART = 18 pairs each: path, then path.1, path.2, .. or, where the set at path has
 * these names, path.b1, path.b2, .. Each has the integers "pairs" (of all files), "steps", "degree", "set", the numbers "low",
 * "high", and "vector0", "value0", "residual0", .. numbered through all files. "set" is computed from all values and residuals;
 * its last bit is 1 for the names path.b1, ..; files of older versions have none. Files are read on any process grid, with
 * any lanes. The file at path is written last: until then, and after a failure or a kill, the old set is whole. Then the other
 * parts of the old set are removed.
 *
 * Statuses are those of checkpoint.h; LQCD_ERR_KEY for numbers out of range, and for parts of different sets; e is empty
 * then. LQCD_ERR_ARGUMENT without pairs, or for a path too long. Collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_EIGEN_H
#define LQCD_IO_EIGEN_H

#include <limits.h>

#include "../solver/lanczos.h"
#include "checkpoint.h"

enum { LQCD_EIGEN_PART = 18 };

/* The numbers of a set of pairs. */
typedef struct {
	int64_t pairs, steps, degree, set;
	double low, high;
} lqcd__eigen_head;

LQCD_STATIC void lqcd__eigen_list(lqcd_checkpoint *list, lqcd__eigen_head *h)
{
	lqcd_checkpoint_start(list);
	lqcd_checkpoint_integer(list, "pairs", &h->pairs);
	lqcd_checkpoint_integer(list, "steps", &h->steps);
	lqcd_checkpoint_integer(list, "degree", &h->degree);
	lqcd_checkpoint_integer_default(list, "set", &h->set, 0);
	lqcd_checkpoint_double(list, "low", &h->low);
	lqcd_checkpoint_double(list, "high", &h->high);
}

/** The file of a part. */
LQCD_STATIC lqcd_status lqcd__eigen_path(char *to, size_t room, const char *path, int64_t set, int part, lqcd_message *why)
{
	if (!path) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "eigenpairs: no path");
	const int n = part ? snprintf(to, room, "%s.%s%d", path, set & 1 ? "b" : "", part) : snprintf(to, room, "%s", path);
	return n > 0 && (size_t)n < room ? LQCD_OK : lqcd_fail(why, LQCD_ERR_ARGUMENT, "eigenpairs: a path too long");
}

LQCD_STATIC lqcd_status lqcd__eigen_head_check(const char *path, const lqcd__eigen_head *h, lqcd_message *why)
{
	if (h->pairs >= 1 && h->pairs <= LQCD_EIGEN_BASIS && h->steps >= 0 && h->steps <= INT_MAX && h->degree >= 1 &&
	    h->degree <= LQCD_EIGEN_DEGREE && lqcd_isfinite(h->high) && h->high > 0 && h->low >= 0)
		return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_KEY, path, "pairs, steps, degree, low or high out of range");
}

/** The set that is at path; one without pairs and with last bit 1 if there is none. For one process. */
LQCD_STATIC lqcd__eigen_head lqcd__eigen_old(const char *path)
{
	lqcd__eigen_head h;
	lqcd_checkpoint list;
	lqcd_message unread;
	memset(&h, 0, sizeof h);
	lqcd__eigen_list(&list, &h);
	if (lqcd_checkpoint_read(path, &list, &unread) != LQCD_OK || lqcd__eigen_head_check(path, &h, &unread) != LQCD_OK) {
		h.pairs = 0;
		h.set = 1;
	}
	return h;
}

#define LQCD_TEMPLATE "../io/eigen.inc"
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_eigen_save(path, e, why)       LQCD_SELECT(lqcd_eigen_save, lqcd_eigen, *(e))(path, e, why)
#define lqcd_eigen_load(path, e, like, why) LQCD_SELECT(lqcd_eigen_load, lqcd_eigen, *(e))(path, e, like, why)
#endif

#endif
