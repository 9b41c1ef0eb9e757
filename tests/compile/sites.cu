/* tests/compile/sites.cu: site functions (lqcd/field/launch.h) in kernels of a device, with their arguments by value. They
 * are only compiled. */
#include <lqcd.h>

#define KERNEL(site, arguments)                                                                                        \
	__global__ void kernel_##site(const arguments k)                                                               \
	{                                                                                                              \
		site(&k, (int)(blockIdx.x * blockDim.x + threadIdx.x));                                                \
	}
#define KERNEL_NEXT(site, arguments)                                                                                   \
	__global__ void kernel_##site(const arguments k)                                                               \
	{                                                                                                              \
		site(&k, (int)(blockIdx.x * blockDim.x + threadIdx.x), -1);                                            \
	}
#define KERNEL_SUM(site, arguments, accumulators)                                                                      \
	__global__ void kernel_##site(const arguments k, double *sums)                                                 \
	{                                                                                                              \
		const int ix = (int)(blockIdx.x * blockDim.x + threadIdx.x);                                           \
		double v[accumulators] = {0};                                                                          \
		site(&k, ix, v);                                                                                       \
		for (int n = 0; n < accumulators; n++) sums[ix * accumulators + n] = v[n];                             \
	}

KERNEL(lqcd__gaussian_site_f, lqcd__gaussian_args_f)
KERNEL(lqcd__draw_site_d, lqcd__draw_args_d)
KERNEL_NEXT(lqcd__caxpy_site_f, lqcd__algebra_f)
KERNEL_NEXT(lqcd__caxpy_site_h, lqcd__algebra_h)
KERNEL_NEXT(lqcd__multi_caxpy_site_f, lqcd__multi_algebra_f)
KERNEL(lqcd__fat_site_d, lqcd__fat_args_d)
KERNEL(lqcd__stout_site_d, lqcd__stout_args_d)
KERNEL(lqcd__zeuthen_site_d, lqcd__zeuthen_args_d)
KERNEL(lqcd__move_site_d, lqcd__move_args_d)
KERNEL(lqcd__coloured_update_site_d, lqcd__coloured_update_args_d)
KERNEL(lqcd__source_site_d, lqcd__source_args_d)
KERNEL(lqcd__source_step_site_d, lqcd__source_step_args_d)
KERNEL(lqcd__loops_step_site_d, lqcd__loops_args_d)
KERNEL_NEXT(lqcd__heatbath_site_d, lqcd__update_args_d)
KERNEL_NEXT(lqcd__force_site_d, lqcd__force_args_d)
KERNEL_SUM(lqcd__norm2_site_h_one, lqcd__algebra_h, LQCD__GATHER)
KERNEL_SUM(lqcd__plaquettes_site_f, lqcd__links_f, 2)
KERNEL_SUM(lqcd__energy_site_d, lqcd__energy_args_d, 3)
