/* tests/link/link.h: the functions of the units of one program (unit.c, compiled once per back end and language) for
 * main.c. */
#ifndef LQCD_TESTS_LINK_H
#define LQCD_TESTS_LINK_H

#include <lqcd.h>

typedef struct {
	lqcd_status status;
	double plaquette_d, plaquette_f;     /* in the unit's registers of doubles and of floats */
	double hop_d, hop_f;                 /* |H psi|^2 / |psi|^2 of one gaussian psi */
	double scalar_d;                     /* the plaquette, one site at a time */
} link_numbers;

typedef struct {
	const char *name, *simd;
	long language; /* __cplusplus, or 0 */
	int lanes;     /* LQCD_LANES_vf */
	lqcd_status (*make)(lqcd_lattice *lat, lqcd_gauge_field_d *u, uint64_t seed);
	link_numbers (*compute)(lqcd_lattice *lat, const lqcd_gauge_field_d *u, uint64_t seed);
	void (*destroy)(lqcd_lattice *lat, lqcd_gauge_field_d *u);
} link_unit;

#ifdef __cplusplus
extern "C" {
#endif
/* LINK_UNITS is UNIT(a) UNIT(b) ..: link_a() and link_b() say what the unit is. */
#define UNIT(name) link_unit link_##name(void);
LINK_UNITS
#undef UNIT
#ifdef __cplusplus
}
#endif

#endif
