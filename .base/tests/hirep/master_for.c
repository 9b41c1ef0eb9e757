/* tests/hirep/master_for.c: _MASTER_FOR over full, even and odd fields: each index once, and _FIELD_AT for all of them.
 * */
#include "global.h"
#include "spinor_field.h"
#include "suN_types.h"
#include "memory.h"
#include "geometry.h"
#include "setup.h"

static void walk(const char *name, geometry_descriptor *type)
{
	int first = T * X * Y * Z, last = -1;
	spinor_field *s;
	s = alloc_spinor_field(1, type);
	_MASTER_FOR(s->type, ix) {
		suNf_spinor *site = _FIELD_AT(s, ix);
		_vector_zero_f(site->c[0]);
		site->c[1].c[0] += 1;
	}
	_MASTER_FOR_SUM(s->type, ix, first)
	{
		first = ix < first ? ix : first;
		last = ix > last ? ix : last;
	}
	printf("%s: %d to %d, norm %g\n", name, first, last, sqnorm_spinor_field(s));
	free_spinor_field(s);
}

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	walk("full", &glattice);
	walk("even", &glat_even);
	walk("odd", &glat_odd);

	/* of a full field the index is that of the element */
	spinor_field *s;
	int wrong = 0;
	s = alloc_spinor_field(1, &glattice);
	_MASTER_FOR(s->type, ix) {
		suNf_spinor *site = s->ptr + ix;
		if (site != _FIELD_AT(s, ix)) wrong = 1;
	}
	printf("wrong %d\n", wrong);
	free_spinor_field(s);
	return finalize_process();
}
