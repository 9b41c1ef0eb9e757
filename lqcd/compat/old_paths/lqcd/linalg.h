/* Deprecated: this header is lqcd/field/linalg.h now. */
#include "../../../field/linalg.h"
