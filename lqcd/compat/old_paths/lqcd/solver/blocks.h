/* Deprecated: this header is lqcd/lattice/blocks.h now. */
#include "../../../../lattice/blocks.h"
