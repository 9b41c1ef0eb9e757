/* tests/compile/nvcc.cu: site algebra of tags f and d in a kernel, all tags and fields on the host, in one unit. Without
 * a device it ends with status 77. */
#include <lqcd.h>

#include <stdio.h>

typedef struct {
	lqcd_su3_d a, b, ab, a12, a8;
	lqcd_su3_f af, bf, abf, a8f;
	lqcd_spinor_d s, r;
	lqcd_complex_d z;
	uint32_t words[4];
	double uniform, pair[2];
	float pair_f[2];
	int finite;
} numbers;

/* The same function on both sides: LQCD_FN is host and device. */
static __host__ __device__ void compute(numbers *n)
{
	lqcd_rng g = lqcd_rng_make(7, 11, 13);
	lqcd_halfspinor_d h, q;
	lqcd_su3_random_d(&n->a, &g);
	lqcd_su3_random_d(&n->b, &g);
	lqcd_su3_mul_d(&n->ab, &n->a, &n->b);
	for (int i = 0; i < LQCD_NC; i++)
		for (int j = 0; j < LQCD_NC; j++) {
			n->af.e[i][j] = lqcd_complex_make_f((float)n->a.e[i][j].re, (float)n->a.e[i][j].im);
			n->bf.e[i][j] = lqcd_complex_make_f((float)n->b.e[i][j].re, (float)n->b.e[i][j].im);
		}
	lqcd_su3_mul(&n->abf, &n->af, &n->bf);
	lqcd_su3_12_d p12;
	lqcd_su3_8_d p8;
	lqcd_su3_8_f p8f;
	lqcd_su3_pack12(&p12, &n->a);
	lqcd_su3_unpack12(&n->a12, &p12);
	lqcd_su3_pack8(&p8, &n->a);
	lqcd_su3_unpack8(&n->a8, &p8);
	lqcd_su3_pack8(&p8f, &n->af);
	lqcd_su3_unpack8(&n->a8f, &p8f);
	for (int s = 0; s < 4; s++)
		for (int c = 0; c < LQCD_NC; c++) lqcd_rng_gauss2(&g, &n->s.c[s].c[c].re, &n->s.c[s].c[c].im);
	lqcd_spinor_zero_d(&n->r);
	for (int mu = 0; mu < 4; mu++) {
		lqcd_spinor_project_d(&h, &n->s, mu, 1);
		lqcd_su3_mulhalf_d(&q, &n->ab, &h, 0);
		lqcd_spinor_reconstruct_add_d(&n->r, &q, mu, 1);
	}
	n->z = lqcd_complex_fma_d(n->a.e[0][0], n->b.e[0][0], lqcd_complex_make_d(1, 2));
	n->z = lqcd_complex_div(n->z, lqcd_complex_conj(n->a.e[1][1]));
	lqcd_philox_counter counter = {{1, 2, 3, 4}};
	lqcd_philox_key key = {{5, 6}};
	counter = lqcd_philox4x32(counter, key);
	for (int i = 0; i < 4; i++) n->words[i] = counter.v[i];
	n->uniform = lqcd_rng_uniform(&g);
	lqcd_p2p_pair_d(&n->pair[0], &n->pair[1], n->uniform, 1, LQCD_P2P_INVERSE);
	lqcd_p2p_pair_f(&n->pair_f[0], &n->pair_f[1], (float)n->uniform, 1, LQCD_P2P_GAUSS);
	n->finite = lqcd_isfinite(n->z.re) && !lqcd_isfinite(lqcd_nan());
}

__global__ void kernel(numbers *n)
{
	compute(n);
}

/* Registers and fields, on the host alone. */
static double host_plaquette(void)
{
	const int extent[4] = {8, 8, 8, 8};
	lqcd_lattice lat;
	lqcd_gauge_field_vd u;
	lqcd_gauge_field_vf w;
	double sum = 0;
	memset(&u, 0, sizeof u);
	memset(&w, 0, sizeof w);
	if (lqcd_lattice_create(&lat, extent, NULL, NULL) != LQCD_OK) return 0;
	if (lqcd_gauge_field_create(&u, &lat, LQCD_FULL) == LQCD_OK && lqcd_gauge_field_create(&w, &lat, LQCD_FULL) == LQCD_OK) {
		lqcd_gauge_field_unit(&u);
		lqcd_gauge_field_convert(&w, &u);
		sum = lqcd_plaquette(&u).mean + lqcd_plaquette(&w).mean;
	}
	lqcd_gauge_field_destroy(&u);
	lqcd_gauge_field_destroy(&w);
	lqcd_lattice_destroy(&lat);
	return sum;
}

static double distance(const double *a, const double *b, size_t n)
{
	double most = 0;
	for (size_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
	return most;
}

int main(void)
{
	numbers host, device, *there = NULL;
	int devices = 0, wrong = 0;
	memset(&host, 0, sizeof host);
	compute(&host);
	if (fabs(host_plaquette() - 2) > 1e-12 || !host.finite) return printf("wrong on the host\n"), 1;
	if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
	if (cudaMalloc((void **)&there, sizeof *there) != cudaSuccess) return printf("cudaMalloc\n"), 1;
	kernel<<<1, 1>>>(there);
	if (cudaMemcpy(&device, there, sizeof device, cudaMemcpyDeviceToHost) != cudaSuccess) return printf("kernel\n"), 1;
	cudaFree(there);
	wrong += distance(&host.ab.e[0][0].re, &device.ab.e[0][0].re, 2 * LQCD_NC * LQCD_NC) > 1e-14;
	wrong += distance(&host.a.e[0][0].re, &device.a12.e[0][0].re, 2 * LQCD_NC * LQCD_NC) > 1e-14;
	wrong += distance(&host.a.e[0][0].re, &device.a8.e[0][0].re, 2 * LQCD_NC * LQCD_NC) > 1e-14;
	wrong += distance(&host.r.c[0].c[0].re, &device.r.c[0].c[0].re, 8 * LQCD_NC) > 1e-13;
	wrong += distance(host.pair, device.pair, 2) > 1e-12 * host.pair[1];
	wrong += fabsf(host.pair_f[0] - device.pair_f[0]) > 1e-6f || fabsf(host.pair_f[1] - device.pair_f[1]) > 2e-6f;
	wrong += distance(&host.z.re, &device.z.re, 2) > 1e-12;
	for (int i = 0; i < LQCD_NC * LQCD_NC; i++) {
		const lqcd_complex_f u = host.af.e[i / LQCD_NC][i % LQCD_NC], v = device.a8f.e[i / LQCD_NC][i % LQCD_NC];
		const lqcd_complex_f a = host.abf.e[i / LQCD_NC][i % LQCD_NC], b = device.abf.e[i / LQCD_NC][i % LQCD_NC];
		wrong += fabsf(a.re - b.re) > 1e-6f || fabsf(a.im - b.im) > 1e-6f;
		wrong += fabsf(u.re - v.re) > 1.2e-6f || fabsf(u.im - v.im) > 1.2e-6f;
	}
	wrong += memcmp(host.words, device.words, sizeof host.words) != 0;
	wrong += memcmp(&host.uniform, &device.uniform, sizeof host.uniform) != 0 || !device.finite;
	if (wrong) printf("%d numbers of the device are not those of the host\n", wrong);
	return wrong != 0;
}
