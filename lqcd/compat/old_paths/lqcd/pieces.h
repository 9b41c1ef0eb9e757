/* Deprecated: this header is lqcd/lattice/pieces.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../lattice/pieces.h"
