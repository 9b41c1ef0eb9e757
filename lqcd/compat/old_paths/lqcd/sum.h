/* Deprecated: this header is lqcd/simd/sum.h now. */
#include "../../../simd/sum.h"
