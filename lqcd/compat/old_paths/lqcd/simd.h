/* Deprecated: this header is lqcd/simd/simd.h now. */
#include "../../../simd/simd.h"
