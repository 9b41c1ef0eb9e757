/* lqcd/io/hmc.h: a run of hybrid Monte Carlo in a file: links, parameters and progress, bit for bit.
 *
 *   s = lqcd_hmc_save(path, &hmc.chain, lqcd_gauge_field_view(&u), why)      replaces the file as a whole (bytes.h)
 *   s = lqcd_hmc_load(path, &chain, lqcd_gauge_field_view(&u), why)          then lqcd_hmc_create(&hmc, &lattice, &chain)
 *   s = lqcd_checkpoint_exists(path, &found, why)                            whether there is one (checkpoint.h)
 *
 *   const lqcd_hmc_number more[2] = {{"kappa", &kappa}, {"csw", &csw}};      with numbers of the caller
 *   s = lqcd_hmc_save_with(path, &hmc.chain, lqcd_gauge_field_view(&u), more, 2, why)
 *   s = lqcd_hmc_load_with(path, &chain, lqcd_gauge_field_view(&u), more, 2, why)
 *
 * All random numbers come from the seed and the number of the trajectory, and the chain has both: a run that continues
 * from the file gives the bits of a run without interruption, on any process grid and number of threads, with the tag
 * that wrote the file. The file does not hold the terms that the caller adds to S: their parameters belong in the
 * caller's numbers, whose names differ from those below and have at most 31 bytes.
 *
 * The file is a checkpoint (checkpoint.h) of a field "u" and the numbers beta, c1, length, levels, always, seed,
 * trajectory, taken, kind0 .. kind3, steps0 .. steps3 and gauge_level; the last is only there if it is not 0, so that
 * this reads all older files. Statuses are those of checkpoint.h, and LQCD_ERR_ARGUMENT for a chain that hmc/hmc.h
 * refuses. *chain is unspecified after an error. Collective over the processes of the lattice.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_HMC_H
#define LQCD_IO_HMC_H

#include "../hmc/hmc.h"
#include "checkpoint.h"

enum { LQCD__HMC_GAUGE_LEVEL = 5 + 2 * LQCD_HMC_LEVELS, LQCD__HMC_INTEGERS };

typedef struct {
	const char *name;
	double *value;
} lqcd_hmc_number;

/** The list of a file. integer: the members of chain that are integers there, as the file has them. */
LQCD_STATIC void lqcd__hmc_list(lqcd_checkpoint *list, lqcd_hmc_chain *chain, int64_t *integer, lqcd_field_view u,
				const lqcd_hmc_number *more, int count)
{
	static const char *const name[LQCD__HMC_GAUGE_LEVEL] = {"levels", "always", "seed",  "trajectory", "taken",
								"kind0",  "kind1",  "kind2", "kind3",      "steps0",
								"steps1", "steps2", "steps3"};
	lqcd_checkpoint_start(list);
	lqcd_checkpoint_field(list, "u", u);
	lqcd_checkpoint_double(list, "beta", &chain->beta);
	lqcd_checkpoint_double(list, "c1", &chain->c1);
	lqcd_checkpoint_double(list, "length", &chain->length);
	for (int k = 0; k < LQCD__HMC_GAUGE_LEVEL; k++) lqcd_checkpoint_integer(list, name[k], integer + k);
	lqcd_checkpoint_integer_default(list, "gauge_level", integer + LQCD__HMC_GAUGE_LEVEL, 0);
	for (int k = 0; k < count; k++) lqcd_checkpoint_double(list, more[k].name, more[k].value);
}

LQCD_STATIC lqcd_status lqcd_hmc_save_with(const char *path, const lqcd_hmc_chain *chain, lqcd_field_view u,
					   const lqcd_hmc_number *more, int count, lqcd_message *why)
{
	if (!chain || count < 0 || (count && !more))
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "no chain or numbers");
	lqcd_hmc_chain c = *chain;
	lqcd_checkpoint list;
	int64_t integer[LQCD__HMC_INTEGERS] = {c.levels, c.always, 0, (int64_t)c.trajectory, (int64_t)c.taken};
	memcpy(&integer[2], &c.seed, sizeof c.seed);
	for (int k = 0; k < LQCD_HMC_LEVELS; k++) {
		integer[5 + k] = c.level[k].kind;
		integer[5 + LQCD_HMC_LEVELS + k] = c.level[k].steps;
	}
	integer[LQCD__HMC_GAUGE_LEVEL] = c.gauge_level;
	lqcd__hmc_list(&list, &c, integer, u, more, count);
	return lqcd_checkpoint_write(path, &list, why);
}

LQCD_STATIC lqcd_status lqcd_hmc_load_with(const char *path, lqcd_hmc_chain *chain, lqcd_field_view u,
					   const lqcd_hmc_number *more, int count, lqcd_message *why)
{
	lqcd_checkpoint list;
	int64_t integer[LQCD__HMC_INTEGERS] = {0};
	if (!chain || count < 0 || (count && !more))
		return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "no chain or numbers");
	memset(chain, 0, sizeof *chain);
	lqcd__hmc_list(&list, chain, integer, u, more, count);
	const lqcd_status s = lqcd_checkpoint_read(path, &list, why);
	if (s != LQCD_OK) return s;
	chain->levels = (int)integer[0];
	chain->always = (int)integer[1];
	memcpy(&chain->seed, &integer[2], sizeof chain->seed);
	chain->trajectory = (uint64_t)integer[3];
	chain->taken = (uint64_t)integer[4];
	for (int k = 0; k < LQCD_HMC_LEVELS; k++) {
		chain->level[k].kind = (lqcd_integrator_kind)integer[5 + k];
		chain->level[k].steps = (int)integer[5 + LQCD_HMC_LEVELS + k];
	}
	chain->gauge_level = (int)integer[LQCD__HMC_GAUGE_LEVEL];
	const lqcd_lattice *lat = u.type->lattice;
	if (lqcd__hmc_chain_check(lat, chain) == LQCD_OK) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "%s", lqcd_lattice_why(lat, LQCD_ERR_ARGUMENT).text);
}

LQCD_STATIC lqcd_status lqcd_hmc_save(const char *path, const lqcd_hmc_chain *chain, lqcd_field_view u,
				      lqcd_message *why)
{
	return lqcd_hmc_save_with(path, chain, u, NULL, 0, why);
}

LQCD_STATIC lqcd_status lqcd_hmc_load(const char *path, lqcd_hmc_chain *chain, lqcd_field_view u, lqcd_message *why)
{
	return lqcd_hmc_load_with(path, chain, u, NULL, 0, why);
}

#endif
