/* Deprecated: this header is lqcd/site/su3.h now. */
#include "../../../site/su3.h"
