/* Deprecated: this header is lqcd/lattice/buffers.h now. */
#include "../../../lattice/buffers.h"
