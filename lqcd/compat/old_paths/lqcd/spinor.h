/* Deprecated: this header is lqcd/site/spinor.h now. */
#include "../../../site/spinor.h"
