/* examples/short/many_sources.c: several right-hand sides at once, which reads the links once.
 *
 * An lqcd_multi_spinor_field (lqcd/field/multi.h) holds them side by side. On lattices that no lane grid fits (2^4, 6^4, 10x6x6x14) the
 * lanes are right-hand sides instead of sites, so that these run vectorised, too. lqcd_multi_dirac_solve
 * (lqcd/solver/dirac.h) solves for all of them. */
#include "lqcd.h"

/* r[k] = H b[k], k < n <= LQCD_MAX_RHS, on any lattice; best where n is a multiple of LQCD_LANES_vf */
lqcd_status hop_all(lqcd_lattice *lat, int n, lqcd_spinor_field_d *r, const lqcd_gauge_field_d *u, const lqcd_spinor_field_d *b)
{
	lqcd_multi_spinor_field_vf in, out;
	lqcd_wilson_vf D;
	lqcd_status s = lqcd_multi_spinor_field_create(&in, lat, LQCD_FULL, n);
	if (!s) s = lqcd_multi_spinor_field_create(&out, lat, LQCD_FULL, n);
	if (!s) s = lqcd_wilson_create_for(&D, u, 0.1, LQCD_ANTIPERIODIC, &in);
	if (s) return s; /* lqcd_lattice_why(lat, s).text: why */
	for (int k = 0; k < n && !s; k++) s = lqcd_multi_spinor_field_put(&in, k, lqcd_spinor_field_view(&b[k]));
	lqcd_wilson_multi_hop_xpay(&out, 0, NULL, 1, &D, &in, 0);
	for (int k = 0; k < n && !s; k++) s = lqcd_multi_spinor_field_get(lqcd_spinor_field_view(&r[k]), &out, k);
	lqcd_wilson_destroy(&D);
	lqcd_multi_spinor_field_destroy(&out);
	lqcd_multi_spinor_field_destroy(&in);
	return s;
}
