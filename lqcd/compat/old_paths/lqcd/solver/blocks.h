/* Deprecated: this header is lqcd/lattice/blocks.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../../lattice/blocks.h"
