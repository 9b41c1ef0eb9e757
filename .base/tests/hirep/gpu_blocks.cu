/* tests/hirep/gpu_blocks.cu: a kernel for each piece of a field, which reads and writes sites and links in the layout
 * of the GPU: s = s / 2, s + g5 s, adjoint links. Status 77 without a device. */
#include "global.h"
#include "spinor_field.h"
#include "suN_types.h"
#include "suN.h"
#include "linear_algebra.h"
#include "memory.h"
#include "geometry.h"
#include "random.h"
#include "setup.h"
#include "update.h"
#include "check.h"

__global__ void spinor_kernel(suNf_spinor *s, int vol4h);
__global__ void gamma_kernel(suNf_spinor *s, int vol4h);
__global__ void gauge_kernel(suNf *u, int vol4h);

int main(int argc, char *argv[])
{
	if (lqcd_gpu_count() == 0) return 77;
	setup_process(&argc, &argv);
	/* The stride between numbers of a site is half the number of lattice points. */
	int vol4h = T * X * Y * Z / 2;
	int block_size = 64;
	int grid_size = (vol4h + block_size - 1) / block_size;
	spinor_field *s, *r;
	s = allocate_spinor_field_f(1, &glattice);
	r = allocate_spinor_field_f(1, &glattice);
	gaussian_spinor_field(s);
	spinor_field_copy_f(r, s);
	spinor_field_copy_to_gpu_f(s);
	spinor_field_zero_f(s);
	_PIECE_FOR(s->type, ixp) {
		spinor_kernel<<<grid_size, block_size>>>(_GPU_FIELD_BLK(s, ixp), vol4h);
	}
	spinor_field_copy_from_gpu_f(s);
	spinor_field_mul_f(r, 0.5, r);
	check(spinor_field_sqnorm_f(s) > 0, "the spinor field is there again");
	spinor_field_sub_assign_f(r, s);
	close_to(spinor_field_sqnorm_f(r), 0, 0, "half the spinor field");
	_PIECE_FOR(s->type, ixp) {
		gamma_kernel<<<grid_size, block_size>>>(_GPU_FIELD_BLK(s, ixp), vol4h);
	}
	spinor_field_g5_f(r, s);
	spinor_field_add_assign_f(r, s);
	spinor_field_copy_from_gpu_f(s);
	spinor_field_sub_assign_f(r, s);
	close_to(spinor_field_sqnorm_f(r), 0, 0, "1 + g5");

	suNf_field *u, *v;
	u = allocate_gfield_f(&glattice);
	v = allocate_gfield_f(&glattice);
	random_u(u);
	copy_suNf_field(v, u);
	gfield_copy_to_gpu_f(u);
	zero_suNf_field(u);
	_PIECE_FOR(u->type, ixp) {
		gauge_kernel<<<grid_size, block_size>>>(_GPU_4FIELD_BLK(u, ixp), vol4h);
	}
	gfield_copy_from_gpu_f(u);
	double off = 0;
	_MASTER_FOR_SUM(u->type, ix, off)
	{
		for (int mu = 0; mu < 4; mu++) {
			suNf product;
			double distance;
			_suNf_times_suNf(product, *_4FIELD_AT(u, ix, mu), *_4FIELD_AT(v, ix, mu));
			_suNf_sqnorm_m1(distance, product);
			off += distance;
		}
	}
	close_to(off, 0, 1e-20, "adjoint links");
	free_gfield_f(u);
	free_gfield_f(v);
	free_spinor_field_f(s);
	free_spinor_field_f(r);
	finalize_process();
	return done();
}

__global__ void spinor_kernel(suNf_spinor *s, int vol4h)
{
	int ix = blockIdx.x * blockDim.x + threadIdx.x;
	suNf_spinor site;
	if (ix < vol4h) {
		for (int component = 0; component < 4; component++)
			read_gpu_suNf_vector(vol4h, site.c[component], s, ix, component);
		_spinor_mul_f(site, 0.5, site);
		for (int component = 0; component < 4; component++)
			write_gpu_suNf_vector(vol4h, site.c[component], s, ix, component);
	}
}

__global__ void gamma_kernel(suNf_spinor *s, int vol4h)
{
	int ix = blockIdx.x * blockDim.x + threadIdx.x;
	suNf_spinor site, turned;
	if (ix < vol4h) {
		read_gpu<double>(vol4h, &site, s, ix, 0, 1);
		_spinor_g5_f(turned, site);
		write_assign_atomic_gpu<double>(vol4h, &turned, s, ix, 0, 1);
	}
}

__global__ void gauge_kernel(suNf *u, int vol4h)
{
	int ix = blockIdx.x * blockDim.x + threadIdx.x;
	suNf link, adjoint;
	if (ix < vol4h) {
		for (int direction = 0; direction < 4; direction++) {
			read_gpu_suNf(vol4h, link, u, ix, direction);
			_suNf_dagger(adjoint, link);
			write_gpu_suNf(vol4h, adjoint, u, ix, direction);
		}
	}
}
