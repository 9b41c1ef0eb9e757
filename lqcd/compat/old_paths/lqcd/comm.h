/* Deprecated: this header is lqcd/lattice/comm.h now. */
#include "../../../lattice/comm.h"
