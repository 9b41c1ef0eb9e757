/* lqcd/hmc/symanzik.h: the gauge action of plaquettes, rectangles and parallelograms as a term of hybrid Monte Carlo.
 *
 *   S(U) = beta { cp sum_p (1 - Re tr U_p / NC) + cr sum_r (1 - Re tr U_r / NC) + cg sum_g (1 - Re tr U_g / NC) }
 *
 * over the 6 V plaquettes, 12 V rectangles (gauge/action.h) and 16 V parallelograms (gauge/parallelogram.h).
 *
 *   lqcd_symanzik c = lqcd_symanzik_one_loop(beta, u0, flavours)
 *           .beta, .plaquette = 1, .rectangle = -[1 - (0.6264 - 1.1746 n) ln u0] / (20 u0^2),
 *           .parallelogram = (0.0433 - 0.0156 n) ln u0 / u0^2:  Symanzik's action with tadpoles at one loop for n flavours of
 *           HISQ quarks in the sea. NaN unless u0 > 0. Set the members for other actions
 *   lqcd_gauge_action_vd gauge;
 *   s = lqcd_symanzik_create(&gauge, &lattice, &c)            two fields of the size of u, and three more in a force
 *   lqcd_hmc_term_vd term = lqcd_gauge_action_term(&gauge);   gauge must stay in place
 *   s = lqcd_hmc_add(&hmc, &term, level)                      with chain.gauge_level = LQCD_HMC_NO_GAUGE, or beside that action
 *   lqcd_gauge_action_destroy(&gauge)
 *
 * All tags; full fields, periodic; collective; bitwise identical for any process grid and number of threads. Errors of create:
 * LQCD_ERR_ARGUMENT for numbers that are not finite, LQCD_ERR_LANES, LQCD_ERR_MEMORY; of the term: those of
 * lqcd_action_force and lqcd_parallelogram_force.
 *
 * Sources: M. Luescher, P. Weisz, Commun. Math. Phys. 97 (1985) 59; A. Hart, G. von Hippel, R. Horgan, Phys. Rev. D 79 (2009)
 * 074008 [0812.0503], with the coefficients above.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_HMC_SYMANZIK_H
#define LQCD_HMC_SYMANZIK_H

#include "../gauge/parallelogram.h"
#include "gauge_action.h"

typedef struct {
	double beta, plaquette, rectangle, parallelogram;
} lqcd_symanzik;

LQCD_STATIC lqcd_symanzik lqcd_symanzik_one_loop(double beta, double u0, double flavours)
{
	lqcd_symanzik c;
	const double u2 = u0 > 0 ? u0 * u0 : lqcd_nan(), l = 0.5 * log(u2);
	c.beta = beta;
	c.plaquette = 1;
	c.rectangle = -(1 - (0.6264 - 1.1746 * flavours) * l) / (20 * u2);
	c.parallelogram = (0.0433 - 0.0156 * flavours) * l / u2;
	return c;
}

#define LQCD_TEMPLATE "../hmc/symanzik.inc"
#define LQCD_TAGS     LQCD_ALL_TAGS
#include "../base/each_tag.inc"

#ifndef __cplusplus
#define lqcd_symanzik_create(gauge, lat, c) LQCD_SELECT(lqcd_symanzik_create, lqcd_gauge_action, *(gauge))(gauge, lat, c)
#endif

#endif
