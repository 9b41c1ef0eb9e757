/* Deprecated: this header is lqcd/field/site_sum.h now. */
#include "../../../field/site_sum.h"
