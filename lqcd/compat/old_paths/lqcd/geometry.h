/* Deprecated: this header is lqcd/lattice/geometry.h now. */
#include "../../../lattice/geometry.h"
