/* tests/hirep/even_half.c: goes through the even half of a field by the first half of its indices. */
#include "global.h"
#include "spinor_field.h"
#include "suN_types.h"
#include "memory.h"
#include "setup.h"

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	spinor_field *s;
	s = alloc_spinor_field_f(1, &glattice);
	int lattice_volume = T * X * Y * Z;
	for (int i = 0; i < lattice_volume / 2; ++i) {
		suNf_spinor *site = s->ptr + i;
		_spinor_zero_f(*site);
		site->c[0].c[0] = 1;
	}
	printf("sites %d norm %g\n", lattice_volume / 2, spinor_field_sqnorm_f(s));
	free_spinor_field_f(s);
	return finalize_process();
}
