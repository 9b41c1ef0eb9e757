/* Deprecated: this header is lqcd/lattice/loops.h now. */
#include "../../../lattice/loops.h"
