/* lqcd/kernels/su3_multiply.h: TODO */
#ifndef LQCD_KERNELS_SU3_MULTIPLY_H
#define LQCD_KERNELS_SU3_MULTIPLY_H

#include "../layout.h"
#include "../spinor.h"

/* Registers of an element that a thread takes at a time. */
enum { LQCD__SU3_CHUNK = 256 };

#define LQCD_TAG f
#include "../tmpl/su3_multiply.inc"
#define LQCD_TAG d
#include "../tmpl/su3_multiply.inc"
#define LQCD_TAG vf
#include "../tmpl/su3_multiply.inc"
#define LQCD_TAG vd
#include "../tmpl/su3_multiply.inc"

#endif
