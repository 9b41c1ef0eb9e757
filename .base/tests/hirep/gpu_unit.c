/* tests/hirep/gpu_unit.c: a unit in C of the program gpu_formats.cu: fields and copies are the same in both. */
#include "global.h"
#include "linear_algebra.h"
#include "memory.h"
#include "random.h"
#include "spinor_field.h"

double unit_in_c(spinor_field *s);

/* s = r - r', where r' was on the device and r is random; r, on the device too, is in s->gpu_ptr. */
double unit_in_c(spinor_field *s)
{
	spinor_field *r = alloc_spinor_field_f(2, &glat_odd);
	double norm;
	gaussian_spinor_field(r);
	spinor_field_copy_f(r + 1, r);
	spinor_field_copy_f(s, r);
	spinor_field_copy_to_gpu_f(s);
	spinor_field_copy_to_gpu_f(r + 1);
	spinor_field_zero_f(r + 1);
	spinor_field_copy_from_gpu_f(r + 1);
	spinor_field_sub_f(s, r, r + 1);
	norm = spinor_field_sqnorm_f(r);
	free_spinor_field_f(r);
	return norm;
}
