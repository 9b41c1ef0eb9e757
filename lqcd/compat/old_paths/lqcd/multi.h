/* Deprecated: this header is lqcd/field/multi.h now. */
#include "../../../field/multi.h"
