/* Deprecated: this header is lqcd/base/memory.h now. */
#include "../../../base/memory.h"
