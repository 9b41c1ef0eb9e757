/* Deprecated: this header is lqcd/solver/tune.h now. */
#include "../../../solver/tune.h"
