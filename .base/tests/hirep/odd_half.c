/* tests/hirep/odd_half.c: goes through the odd half of a field by the offset of its indices, the master shift. */
#include "global.h"
#include "spinor_field.h"
#include "suN_types.h"
#include "memory.h"
#include "setup.h"

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	spinor_field *s;
	s = alloc_spinor_field(1, &glattice);
	int lattice_volume = T * X * Y * Z;
	int offset = glat_odd.master_shift;
	int shift_full = glattice.master_shift, shift_even = glat_even.master_shift;
	for (int i = offset; i < lattice_volume; ++i) {
		suNf_spinor *site = s->ptr + i;
		site->c[3].c[2] = 2;
	}
	spinor_field odd = get_odd_part_spinor_field(s), even = get_even_part_spinor_field(s);
	printf("full %d even %d odd %d norm %g of the odd sites %g of the even ones\n", shift_full, shift_even, offset,
	       sqnorm_spinor_field(&odd), sqnorm_spinor_field(&even));
	free_spinor_field(s);
	return finalize_process();
}
