/* Deprecated: this header is lqcd/site/random.h now. */
#include "../../../site/random.h"
