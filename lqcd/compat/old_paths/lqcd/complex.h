/* Deprecated: this header is lqcd/site/complex.h now. */
#include "../../../site/complex.h"
