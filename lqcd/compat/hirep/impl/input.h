/* lqcd/compat/hirep/impl/input.h: the names of HiRep's input_par.h and of setup.h that concern the input file. Types and
 * read_input: logger.h.
 *
 *   char *get_input_filename()        what follows -i; "input_file" by default
 *   char *get_output_filename()       what follows -o; "out_0" by default. The file has that name, in programs of libhr.h with
 *                                     _<process> behind it, where without -o there is none. Errors go to stderr: no
 *                                     get_error_filename
 *   input_glb g = init_input_glb(g)   records of GLB_T, .., NP_T, .., N_REP, which setup_process has read; C, C++20
 *   input_rlx r = init_input_rlx(r)   records of rlx_level, rlx_seed, rlx_state, rlx_start
 *
 * Programs of setup.h read their own output in the file out_0: without -o what they print is there, too, written anew.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_INPUT_H
#define LQCD_COMPAT_HIREP_INPUT_H

#include "setup.h"

static inline char *get_input_filename(void)
{
	return lqcd__hr_input_file;
}

static inline char *get_output_filename(void)
{
	return lqcd__hr_output_file;
}

static inline int lqcd__hr_setup_of_2020(int *argc, char ***argv)
{
	const int done = setup_process(argc, argv);
	if (!PID && !lqcd__hr_logger.out) lqcd__hr_set_output(&lqcd__hr_logger.copy, lqcd__hr_open_output("out_0"));
	return done;
}

#define LQCD__HR_RECORD(key, type, at)                                                                                 \
	{                                                                                                              \
		key, key " = ", type, at                                                                               \
	}
#define LQCD__HR_NO_RECORD                                                                                             \
	{                                                                                                              \
		NULL, NULL, INT_T, NULL                                                                                \
	}

#define init_input_glb(varname)                                                                                        \
	{                                                                                                              \
		.read = {                                                                                              \
			LQCD__HR_RECORD("GLB_T", INT_T, &GLB_T),                                                       \
			LQCD__HR_RECORD("GLB_X", INT_T, &GLB_X),                                                       \
			LQCD__HR_RECORD("GLB_Y", INT_T, &GLB_Y),                                                       \
			LQCD__HR_RECORD("GLB_Z", INT_T, &GLB_Z),                                                       \
			LQCD__HR_RECORD("NP_T", INT_T, &NP_T),                                                         \
			LQCD__HR_RECORD("NP_X", INT_T, &NP_X),                                                         \
			LQCD__HR_RECORD("NP_Y", INT_T, &NP_Y),                                                         \
			LQCD__HR_RECORD("NP_Z", INT_T, &NP_Z),                                                         \
			LQCD__HR_RECORD("N_REP", INT_T, &N_REP),                                                       \
			LQCD__HR_NO_RECORD                                                                             \
		}                                                                                                      \
	}
#define init_input_rlx(varname)                                                                                        \
	{                                                                                                              \
		.read = {                                                                                              \
			LQCD__HR_RECORD("rlx_level", INT_T, &(varname).rlxd_level),                                    \
			LQCD__HR_RECORD("rlx_seed", INT_T, &(varname).rlxd_seed),                                      \
			{"rlx_state", "rlx_state = %255s", STRING_T, (varname).rlxd_state},                            \
			{"rlx_start", "rlx_start = %255s", STRING_T, (varname).rlxd_start},                            \
			LQCD__HR_NO_RECORD                                                                             \
		}                                                                                                      \
	}

#endif
