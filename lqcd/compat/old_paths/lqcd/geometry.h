/* Deprecated: this header is lqcd/lattice/geometry.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../lattice/geometry.h"
