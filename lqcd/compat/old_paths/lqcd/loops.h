/* Deprecated: this header is lqcd/lattice/loops.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../lattice/loops.h"
