/* Deprecated: this header is lqcd/site/icomplex.h now. */
#include "../../../site/icomplex.h"
