/* lqcd/compat/hirep/update.h: for programs written for HiRep: all of compat/hirep.h, copies of links, and forces of gauge actions.
 * SPDX-License-Identifier: MIT */
#include "../hirep.h"
#include "impl/force_hmc.h"
#include "impl/forces.h"
#include "impl/rational.h"
#include "impl/read_action.h"
#include "impl/utils.h"
