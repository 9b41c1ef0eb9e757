/* Deprecated: this header is lqcd/field/field.h now. */
#include "../../../field/field.h"
