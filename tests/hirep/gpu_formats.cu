/* tests/hirep/gpu_formats.cu: the layouts of fields on the GPU against their formulas, copies, and the functions that
 * read and write sites, called on the host; gpu_unit.c is part of it. Status 77 without a device. */
#include "libhr.h"
#include "check.h"

extern "C" double unit_in_c(spinor_field *s);

/* The place of real j of element mu of site ix in a block of n sites with dim elements of so many reals; together:
 * reals of a complex number in vectors. */
static size_t place(int n, int dim, int reals, int together, int ix, int mu, int j)
{
#ifdef FIXED_STRIDE
	(void)together;
	int first = ix - ix % 32, apart = n - first < 32 ? n - first : 32;
	return (size_t)(first * dim * reals + (mu * reals + j) * apart + ix % 32);
#else
	(void)dim;
	return (size_t)(((mu * reals + j) / together * n + ix) * together + j % together);
#endif
}

template <class Real> static void draw(Real *x, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		double d;
		ranlxd(&d, 1);
		x[k] = (Real)(d - 0.5);
	}
}

/* Pieces and receive buffers of s, gpu, back: fields with dim elements of so many reals. gpu is s in the layout of the
 * GPU, back s again. */
template <class Real, class Field>
static int wrong_places(const Field *s, const Field *gpu, const Field *back, int dim, int together)
{
	const int reals = (int)(sizeof *s->ptr / sizeof(Real));
	int wrong = 0;
	const geometry_descriptor *g = s->type;
	const int pieces = g->local_master_pieces, buffers = dim == 4 ? g->nbuffers_gauge : g->nbuffers_spinor;
	for (int b = 0; b < pieces + buffers; b++) {
		const int start = b < pieces ? g->master_start[b] : g->rbuf_start[b - pieces];
		const int n = b < pieces ? g->master_end[b] - start + 1 : g->rbuf_len[b - pieces];
		const size_t at = (size_t)((start - g->master_shift) * dim * reals);
		const Real *from = (const Real *)s->ptr + at, *to = (const Real *)gpu->ptr + at;
		for (int k = 0; k < n * dim * reals; k++)
			wrong += from[k] !=
				 to[place(n, dim, reals, together, k / reals / dim, k / reals % dim, k % reals)];
		wrong += memcmp(from, (const Real *)back->ptr + at, (size_t)(n * dim * reals) * sizeof(Real)) != 0;
	}
	return wrong;
}

#define FORMAT(name, Real, dim, together)                                                                              \
	static void check_##name(geometry_descriptor *type)                                                            \
	{                                                                                                              \
		name *s = alloc_n_##name(3, type);                                                                     \
		const int sites = dim == 4 ? type->gsize_gauge : type->gsize_spinor;                                   \
		const size_t bytes = (size_t)sites * dim * sizeof *s->ptr;                                             \
		draw((Real *)s->ptr, bytes / sizeof(Real));                                                            \
		memset(s[1].ptr, 0xff, bytes);                                                                         \
		memset(s[2].ptr, 0xff, bytes);                                                                         \
		to_gpu_format_##name(s + 1, s);                                                                        \
		to_cpu_format_##name(s + 2, s + 1);                                                                    \
		check(wrong_places<Real>(s, s + 1, s + 2, dim, together) == 0, "format of " #name);                    \
		memcpy(s[2].ptr, s->ptr, bytes);                                                                       \
		copy_to_gpu_##name(s + 2);                                                                             \
		memset(s[2].ptr, 0xff, bytes);                                                                         \
		copy_from_gpu_##name(s + 2);                                                                           \
		check(wrong_places<Real>(s, s + 1, s + 2, dim, together) == 0, "copies of " #name);                    \
		free_##name(s);                                                                                        \
	}
FORMAT(spinor_field, double, 1, 2)
FORMAT(spinor_field_flt, float, 1, 2)
FORMAT(suNg_scalar_field, double, 1, 2)
FORMAT(scalar_field, double, 1, 1)
FORMAT(suNg_field, double, 4, 1)
FORMAT(suNg_field_flt, float, 4, 1)
FORMAT(suNg_av_field, double, 4, 1)
FORMAT(gtransf, double, 1, 1)
FORMAT(clover_force, double, 6, 1)
FORMAT(staple_field, double, 3, 1)

template <class Element> static int differ(const Element &a, const Element &b)
{
	return memcmp(&a, &b, sizeof a) != 0;
}

/* Sites of a piece, read and written in the layout of the GPU, in host memory. */
static void check_sites(void)
{
	spinor_field *s = alloc_spinor_field(2, &glattice);
	suNg_field_flt *u = alloc_n_suNg_field_flt(2, &glattice);
	draw((double *)s->ptr, sizeof *s->ptr / sizeof(double) * (size_t)glattice.gsize_spinor);
	draw((float *)u->ptr, 4 * sizeof *u->ptr / sizeof(float) * (size_t)glattice.gsize_gauge);
	to_gpu_format_spinor_field(s + 1, s);
	to_gpu_format_suNg_field_flt(u + 1, u);
	int wrong[5] = {0, 0, 0, 0, 0};
	_PIECE_FOR(&glattice, ip) {
		const int start = glattice.master_start[ip], n = glattice.master_end[ip] - start + 1;
		suNf_spinor *block = _FIELD_BLK(s + 1, ip);
		suNg_flt *links = _4FIELD_BLK(u + 1, ip);
		for (int ix = 0; ix < n; ix++) {
			const suNf_spinor site = *_FIELD_AT(s, start + ix);
			suNf_spinor a, b, c;
			suNg_flt link, again;
			for (int k = 0; k < 4; k++) {
				read_gpu_suNf_vector(n, a.c[k], block, ix, k);
				read_gpu_suNf_vector(n, b.c[k], block, ix, k, 4);
				read_gpu<double>(n, &c.c[k], block, ix, k, 1);
			}
#ifdef FIXED_STRIDE
			for (int k = 0; k < 4 && n % THREADSIZE == 0; k++)
				in_spinor_field<double>(&b.c[k], block, ix, k);
#endif
			wrong[0] += differ(a, site) || differ(b, site) || differ(c, site);
			read_gpu_suNf_spinor(n, a, block, ix, 0);
			read_assign_gpu<double>(n, &b, block, ix, 0, 1);
			_spinor_mul_f(c, 2, site);
			wrong[1] += differ(a, site) || differ(b, c);
			read_sub_assign_gpu<double>(n, &b, block, ix, 0, 1);
			wrong[1] += differ(b, site);
			for (int mu = 0; mu < 4; mu++) {
				const suNg_flt *v = _4FIELD_AT(u, start + ix, mu);
				read_gpu_suNf_flt(n, link, links, ix, mu);
				read_gpu<float>(n, &again, links, ix, mu, 4);
#ifdef FIXED_STRIDE
				if (n % THREADSIZE == 0) in_gauge_field<float>(&link, links, -1, ix, mu, DOWN);
#endif
				wrong[2] += differ(link, *v) || differ(again, *v);
				_suNg_mul(again, 3.f, link);
				write_gpu_suNf_flt(n, again, links, ix, mu);
			}
			write_assign_gpu<double>(n, &site, block, ix, 0, 1);
			write_assign_atomic_gpu<double>(n, &c, block, ix, 0, 1);
		}
		/* Each site was written where it is, and nowhere else. */
		for (int ix = 0; ix < n; ix++) {
			suNf_spinor a, b;
			_spinor_mul_f(a, 4, *_FIELD_AT(s, start + ix));
			read_gpu_suNf_spinor(n, b, block, ix, 0);
			wrong[3] += differ(a, b);
			write_gpu<double>(n, _FIELD_AT(s, start + ix), block, ix, 0, 1);
			for (int mu = 0; mu < 4; mu++) {
				suNg_flt v, w;
				_suNg_mul(v, 3.f, *_4FIELD_AT(u, start + ix, mu));
				read_gpu_suNg_flt(n, w, links, ix, mu);
				wrong[4] += differ(v, w);
			}
		}
	}
	check(wrong[0] == 0, "spin components of sites are read");
	check(wrong[1] == 0, "spinors of sites are read, added and subtracted");
	check(wrong[2] == 0, "links are read");
	check(wrong[3] == 0, "spinors are added to the field");
	check(wrong[4] == 0, "links are written");
	free_spinor_field(s);
	free_suNg_field_flt(u);
}

/* Parts of fields, fields of another unit, memory of one side alone. */
static void check_parts(void)
{
	spinor_field *s = alloc_spinor_field(2, &glattice), *odd = alloc_spinor_field(1, &glat_odd);
	random_field(s);
	copy(s + 1, s);
	copy_to_gpu_spinor_field(s + 1);
	zero(s + 1);
	spinor_field part = get_odd_part_spinor_field(s + 1);
	copy_from_gpu_spinor_field(&part);
	spinor_field even = get_even_part_spinor_field(s + 1), want = get_odd_part_spinor_field(s);
	check(sqnorm(&even) == 0, "a copy of the odd part leaves the even one");
	check(_GPU_FIELD_BLK(&part, 0) == _GPU_FIELD_BLK(s + 1, 1), "the odd part is piece 1");
	sub_assign(&part, &want);
	check(sqnorm(&want) > 0 && sqnorm(&part) == 0, "the odd part");
	const double norm = unit_in_c(odd);
	check(norm > 0 && sqnorm(odd) == 0, "copies of a unit in C");
	copy_from_gpu_spinor_field(odd);
	check(sqnorm(odd) == norm, "what it left on the device");
	alloc_mem_t = CPU_MEM;
	spinor_field *plain = alloc_spinor_field(1, &glattice);
	check(!plain->gpu_ptr && s->gpu_ptr && plain->alloc_t == CPU_MEM, "a field without memory on the device");
	alloc_mem_t = STD_MEM_TYPE;
	free_spinor_field(plain);
	free_spinor_field(s);
	free_spinor_field(odd);
}

int main(int argc, char *argv[])
{
	if (lqcd_gpu_count() == 0) return 77;
	setup_process(&argc, &argv);
	check_spinor_field(&glattice);
	check_spinor_field(&glat_even);
	check_spinor_field(&glat_odd);
	check_spinor_field_flt(&glattice);
	check_suNg_scalar_field(&glattice);
	check_scalar_field(&glat_odd);
	check_suNg_field(&glattice);
	check_suNg_field(&glat_odd);
	check_suNg_field_flt(&glattice);
	check_suNg_av_field(&glattice);
	check_gtransf(&glattice);
	check_clover_force(&glattice);
	check_staple_field(&glat_even);
	check_sites();
	check_parts();
	finalize_process();
	return done();
}
