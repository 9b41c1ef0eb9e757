/* lqcd/compat/hirep/linear_algebra.h: for programs written for HiRep: all of compat/hirep.h. */
#include "../hirep.h"
