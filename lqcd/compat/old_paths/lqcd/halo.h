/* Deprecated: this header is lqcd/field/halo.h now. */
#include "../../../field/halo.h"
