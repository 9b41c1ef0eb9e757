/* tests/hirep/component.c: one component of a site of a random field; sums over a field by hand and by the library. */
#include "spinor_field.h"
#include "suN.h"
#include "random.h"
#include "memory.h"
#include "setup.h"
#include "linear_algebra.h"

/* <s1, s2>, component by component */
static hr_complex product(hr_complex *s1, hr_complex *s2, int n)
{
	hr_complex sum = 0;
	for (int i = 0; i < n; i++) sum += _complex_prod(s1[i], s2[i]);
	return sum;
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	spinor_field *field;
	field = alloc_spinor_field_f(2, &glattice);
	gaussian_spinor_field(&field[0]);
	gaussian_spinor_field(&field[1]);
	suNf_spinor *s;
	int ix = 5; /* for example */
	s = field->ptr + ix;
	hr_complex component = s->c[0].c[1];
	hr_complex again = ((hr_complex *)s)[1];
	const int n = 4 * NF * T * X * Y * Z;
	hr_complex p = product((hr_complex *)field[0].ptr, (hr_complex *)field[1].ptr, n);
	hr_complex q = spinor_field_prod_f(&field[0], &field[1]);
	const double norm = spinor_field_sqnorm_f(field) / n;
	printf("same %d finite %d product %d gaussian %d\n", component == again, cabs(component) > 0,
	       cabs(p - q) < 1e-9, fabs(norm - 1) < 0.1);
	free_spinor_field_f(field);
	return finalize_process();
}
