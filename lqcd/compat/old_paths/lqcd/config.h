/* Deprecated: this header is lqcd/base/config.h now. */
#include "../../../base/config.h"
