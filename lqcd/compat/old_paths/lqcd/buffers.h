/* Deprecated: this header is lqcd/lattice/buffers.h now.
 * SPDX-License-Identifier: MIT */
#include "../../../lattice/buffers.h"
