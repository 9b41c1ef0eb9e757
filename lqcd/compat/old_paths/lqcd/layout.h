/* Deprecated: this header is lqcd/field/layout.h now. */
#include "../../../field/layout.h"
