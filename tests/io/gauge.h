/* tests/io/gauge.h: what several tests of files have in common beside nersc.h. */
#ifndef LQCD_TESTS_IO_GAUGE_H
#define LQCD_TESTS_IO_GAUGE_H

#include "nersc.h"

static lqcd_message why;
static lqcd_gauge_info info;
static lqcd_gauge_field_d other; /* on the lattice of field */

#endif
