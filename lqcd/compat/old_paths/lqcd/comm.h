/* Deprecated: this header is lqcd/lattice/comm.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../lattice/comm.h"
