/* tests/hirep/gpu_memory.cu: kernels that know where numbers lie in the memory of the GPU: an inner product of two
 * spinor fields, and two components of a spinor. Status 77 without a device. */
#include "global.h"
#include "spinor_field.h"
#include "suN.h"
#include "hr_complex.h"
#include "linear_algebra.h"
#include "random.h"
#include "memory.h"
#include "setup.h"
#include "check.h"

// <s1,s2>
template <typename COMPLEX> __global__ void spinor_field_prod_gpu(COMPLEX *s1, COMPLEX *s2, hr_complex *resField, int N)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += blockDim.x * gridDim.x) {
		resField[i] = _complex_prod(s1[i], s2[i]);
	}
}

__global__ void components_kernel(suNf_spinor *start, suNf_spinor *swapped, int stride)
{
	int ix = blockIdx.x * blockDim.x + threadIdx.x;
	hr_complex *start_as_complex = (hr_complex *)start;
	hr_complex *swapped_as_complex = (hr_complex *)swapped;
	if (ix < stride) {
		hr_complex first_component = *(start_as_complex + ix);
		/* The second is away from the first by the stride. */
		hr_complex second_component = *(start_as_complex + ix + stride);
		swapped_as_complex[ix] = second_component;
		swapped_as_complex[ix + stride] = first_component;
	}
}

int main(int argc, char *argv[])
{
	if (lqcd_gpu_count() == 0) return 77;
	setup_process(&argc, &argv);
	int block_size = 32;
	int grid_size = 3;
	spinor_field *field = alloc_spinor_field_f(3, &glattice);
	spinor_field *other = field + 1, *result = field + 2;
	gaussian_spinor_field(field);
	gaussian_spinor_field(other);
	spinor_field_copy_to_gpu_f(field);
	spinor_field_copy_to_gpu_f(other);

	int numbers = 4 * NF * T * X * Y * Z;
	hr_complex *s1 = (hr_complex *)field->gpu_ptr, *s2 = (hr_complex *)other->gpu_ptr;
	hr_complex *resField = (hr_complex *)result->gpu_ptr;
	spinor_field_prod_gpu<hr_complex><<<grid_size, block_size>>>(s1, s2, resField, numbers);
	spinor_field_copy_from_gpu_f(result);
	hr_complex sum = 0;
	_MASTER_FOR_SUM(&glattice, ix, sum)
	{
		for (int k = 0; k < 4 * NF; k++) sum += _FIELD_AT(result, ix)->c[k / NF].c[k % NF];
	}
	hr_complex product = spinor_field_prod_f(field, other);
	complex_close_to(sum, creal(product), cimag(product), 1e-12, "an inner product");

	int stride = T * X * Y * Z / 2;
	grid_size = (stride + block_size - 1) / block_size;
	components_kernel<<<grid_size, block_size>>>(field->gpu_ptr, result->gpu_ptr, stride);
	spinor_field_copy_from_gpu_f(result);
	int wrong = 0;
	_MASTER_FOR_SUM(&glat_even, ix, wrong)
	{
		suNf_spinor *s = _FIELD_AT(field, ix), *r = _FIELD_AT(result, ix);
		hr_complex component = s->c[0].c[1];
		wrong += r->c[0].c[0] != component || r->c[0].c[1] != s->c[0].c[0];
	}
	check(wrong == 0, "two components of even sites change places");
	free_spinor_field_f(field);
	finalize_process();
	return done();
}
