/* Deprecated: this header is lqcd/lattice/pieces.h now. */
#include "../../../lattice/pieces.h"
