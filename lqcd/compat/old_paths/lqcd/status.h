/* Deprecated: this header is lqcd/base/status.h now. */
#include "../../../base/status.h"
