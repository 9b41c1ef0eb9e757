/* tests/hirep/pieces.c: prints the pieces of a field, and the indices of each. */
#include "global.h"
#include "spinor_field.h"
#include "suN_types.h"
#include "memory.h"
#include "geometry.h"
#include "setup.h"

int main(int argc, char *argv[])
{
	setup_process(&argc, &argv);
	spinor_field *s;
	s = alloc_spinor_field(1, &glattice);
	_PIECE_FOR(s->type, ixp) {
		int block_length = s->type->master_end[ixp] - s->type->master_start[ixp] + 1;
		printf("Operating on piece: %d\n", ixp);
		printf("start %d length %d\n", s->type->master_start[ixp], block_length);
	}
	_PIECE_FOR(s->type, ixp) {
		_SITE_FOR(s->type, ixp, ix) {
			printf("Operating on piece %d at index %d\n", ixp, ix);
		}
	}
	free_spinor_field(s);
	return finalize_process();
}
