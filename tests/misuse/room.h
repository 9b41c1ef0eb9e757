/* tests/misuse/room.h: numbers that wrong calls are given, on hosts and devices.
 * SPDX-License-Identifier: MIT */
static lqcd_message message;
static const lqcd_parity NO_PARITY = (lqcd_parity)3;
static lqcd_solve_params ok_params, bad_params;
static lqcd_solve_result results[LQCD_MAX_RHS > LQCD_MAX_SHIFTS ? LQCD_MAX_RHS : LQCD_MAX_SHIFTS];
static double numbers[LQCD_MAX_RHS];
static lqcd_complex_d complexes[LQCD_MAX_RHS];
