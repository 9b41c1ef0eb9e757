/* Deprecated: this header is lqcd/site/storage.h now. */
#include "../../../site/storage.h"
