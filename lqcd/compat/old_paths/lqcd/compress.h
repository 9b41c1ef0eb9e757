/* Deprecated: this header is lqcd/site/compress.h now. */
#include "../../../site/compress.h"
