/* lqcd/compat/hirep/dirac.h: for programs written for HiRep: all of compat/hirep.h. */
#include "../hirep.h"
