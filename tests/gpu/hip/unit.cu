/* tests/gpu/hip/unit.cu: a kernel of 96 threads, for ../hip.t, which puts in CODE; thread i leaves i in out[i]. */
#include <lqcd/device/device.h>
struct kernel {
	int *out;
	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int i = p.thread[0];
		CODE;
	}
};
int main(void)
{
	lqcd_gpu gpu;
	void *out;
	const int grid[3] = {1, 1, 1}, block[3] = {96, 1, 1};
	int here[96], wrong = 0;
	if (lqcd_gpu_open(&gpu, 0, NULL) != LQCD_OK || lqcd_gpu_alloc(&gpu, &out, sizeof here, NULL) != LQCD_OK) return 2;
	const kernel k = {(int *)out};
	if (lqcd_gpu_launch<96, 1>(&gpu, k, grid, block, NULL) != LQCD_OK) return 3;
	if (lqcd_gpu_get(&gpu, here, out, sizeof here, NULL) != LQCD_OK) return 4;
	for (int i = 0; i < 96; i++) wrong += here[i] != i;
	lqcd_gpu_free(&gpu, out);
	lqcd_gpu_close(&gpu);
	return wrong != 0;
}
