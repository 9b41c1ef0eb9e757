/* Deprecated: this header is lqcd/site/lane_random.h now. */
#include "../../../site/lane_random.h"
