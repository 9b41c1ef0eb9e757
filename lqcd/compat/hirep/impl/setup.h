/* lqcd/compat/hirep/impl/setup.h: part of compat/hirep.h: the beginning and the end of a program.
 *
 *   setup_process(&argc, &argv)      -i FILE: input ("input_file" by default) with GLB_T, GLB_X, GLB_Y, GLB_Z, NP_T,
 *                                    .., rlx_seed, rlx_level, "log:default = level" (10), log:inverter, log:forcestat,
 *                                    and "log:CHANNEL = level" for any other, SF_cF (gauge.h). Starts MPI where the program has not; NP_T
 *                                    NP_X NP_Y NP_Z, 1 where they are not given, must be the number of processes; in
 *                                    a program without MPI they count as 1. Without -i and without "input_file" no
 *                                    lattice is made: older programs call read_input and geometry_init themselves.
 *                                    -o FILE: output is appended to FILE_<process>, of programs with libhr.h, or to
 *                                    FILE, of older ones; else it goes to stdout
 *   setup_replicas()                 nothing
 *   finalize_process()               frees the links, unless the program has done it; ends MPI
 *
 * Over several processes all is collective.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_SETUP_H
#define LQCD_COMPAT_HIREP_SETUP_H

#include "gauge.h"

/* The names that get_input_filename and get_output_filename return (input.h). */
LQCD__HR_GLOBAL char lqcd__hr_input_file[512] = "input_file";
LQCD__HR_GLOBAL char lqcd__hr_output_file[512] = "out_0";

/** Lines "log:CHANNEL = level" of channels that have no record. */
static inline void lqcd__hr_read_levels(const char *file)
{
	char name[256];
	char *const text = lqcd__hr_read_text(file);
	for (const char *p = text; p; p = (p = strchr(p, '\n')) ? p + 1 : NULL) {
		int level = 0, at = 0;
		if (sscanf(p, " log:%255[^ =\t\r\n] =%n", name, &at) != 1 || !at || !strcmp(name, "default") || !strcmp(name, "inverter") ||
		    !strcmp(name, "forcestat"))
			continue;
		lqcd__hr_error(!lqcd__hr_get_number(p + at, INT_T, &level), 1, "setup_process", "log:CHANNEL = level: an integer of 32 bits is needed");
		(void)logger_setlevel(name, level);
	}
	free(text);
}

/** Starts MPI, unless it runs; only the first process writes. */
static inline void lqcd__hr_start_processes(int *argc, char ***argv)
{
	lqcd_comm_start_processes(argc, argv);
	if (lqcd__hr_world().rank) logger_disable();
}

static inline int lqcd__hr_can_read(const char *file)
{
	FILE *f = fopen(file, "r");
	if (f) fclose(f);
	return f != NULL;
}

/** Output to a file, as the generation of the program names it. */
static inline void lqcd__hr_output_to(const char *name)
{
	char file[512];
#ifdef LQCD__HR_LIBHR
	snprintf(file, sizeof file, ">>%.480s_%d", name, PID);
#else
	snprintf(file, sizeof file, ">>%.480s", name);
#endif
	lqcd__hr_error(logger_stdout(file), 1, "setup_process", "cannot open the output file");
}

/** The line SF_cF of the input. */
static inline void lqcd__hr_read_cF(const char *file)
{
	double cF = 1;
	input_record_t r[2] = {{"c_F", "SF_cF = %lf", DOUBLE_T, &cF}, {NULL, NULL, INT_T, NULL}};
	read_input(r, file);
#if LQCD__HR_CLOVER && LQCD__HR_ENDS
	if (cF < 1 || cF > 1) set_cF(&cF);
#else
	lqcd__hr_error_of_all(cF < 1 || cF > 1, "setup_process", "SF_cF: with a clover term and BC_T_OPEN or BC_T_SF alone");
#endif
}

static inline int setup_process(int *argc, char ***argv)
{
	const char *const input = lqcd__hr_input_file, *output = NULL;
	int given = 0;
	lqcd__hr_start_processes(argc, argv);
	for (int k = 1; k + 1 < *argc; k++) {
		if (!strcmp((*argv)[k], "-i")) given = k + 1;
		if (!strcmp((*argv)[k], "-o")) output = (*argv)[k + 1];
	}
	lqcd__hr_error((given && strlen((*argv)[given]) > 480) || (output && strlen(output) > 480), 1, "setup_process",
		       "-i, -o: a name of more than 480 characters");
	if (given) snprintf(lqcd__hr_input_file, sizeof lqcd__hr_input_file, "%s", (*argv)[given]);
	if (output) {
		snprintf(lqcd__hr_output_file, sizeof lqcd__hr_output_file, "%s", output);
		lqcd__hr_output_to(output);
	}
	logger_setlevel(NULL, 10);
	if (!given && !lqcd__hr_can_read(input)) return 0;
	read_input(glb_var.read, input);
	read_input(rlx_var.read, input);
	read_input(logger_var.read, input);
	logger_set_input(&logger_var);
	lqcd__hr_read_levels(input);
#ifndef LQCD_MPI
	if (NP_T * NP_X * NP_Y * NP_Z != 1)
		lprintf("SYSTEM", 0, "One process: NP_T, NP_X, NP_Y, NP_Z = %d, %d, %d, %d count as 1\n", NP_T, NP_X,
			NP_Y, NP_Z);
#endif
	lqcd__hr_error_of_all(N_REP > 1, "setup_process", "N_REP: there are no replicas");
	geometry_init();
	glb_var.GLB_T = GLB_T;
	glb_var.GLB_X = GLB_X;
	glb_var.GLB_Y = GLB_Y;
	glb_var.GLB_Z = GLB_Z;
	glb_var.NP_T = NP_T;
	glb_var.NP_X = NP_X;
	glb_var.NP_Y = NP_Y;
	glb_var.NP_Z = NP_Z;
	glb_var.N_REP = 1;
	lqcd__hr_read_cF(input);
	if (rlx_var.rlxd_level) rlxd_init(rlx_var.rlxd_level, rlx_var.rlxd_seed);
	if (!strcmp(rlx_var.rlxd_start, "continue") && rlx_var.rlxd_state[0]) read_ranlxd_state(rlx_var.rlxd_state);
	lprintf("SYSTEM", 0, "Gauge group: SU(%d), lattice %dx%dx%dx%d, lqcd %s\n", NG, GLB_T, GLB_X, GLB_Y, GLB_Z,
		LQCD_VERSION);
	if (MPI_WORLD_SIZE > 1)
		lprintf("SYSTEM", 0, "%d processes, %dx%dx%dx%d\n", MPI_WORLD_SIZE, NP_T, NP_X, NP_Y, NP_Z);
	return 0;
}

/** Older programs call it after setup_process, which has done it: there are no replicas. */
static inline int setup_replicas(void)
{
	return 0;
}

static inline void lqcd__hr_finalize(void)
{
	lprintf("SYSTEM", 0, "Process finalized.\n");
	lqcd__hr_complete(NULL);
	LQCD__HR_Q(lqcd__hr_dirac_free_d)();
	LQCD__HR_Q(lqcd__hr_dirac_free_f)();
	free_spinor_field(lqcd__hr_twist_even);
	free_spinor_field(lqcd__hr_twist_odd);
	lqcd__hr_twist_even = lqcd__hr_twist_odd = NULL;
	lqcd__hr_free(cl_term);
	lqcd__hr_free(cl_ldl);
	lqcd__hr_free(cl_force);
	free_suNg_field(u_gauge);
	lqcd__hr_free(u_gauge_f);
	free_suNg_field_flt(u_gauge_flt);
	lqcd__hr_free(u_gauge_f_flt);
	lqcd_lattice_destroy(&lqcd__hr_lattice);
	logger_unmap_all();
	lqcd_comm_end_processes();
}

static inline int finalize_process(void)
{
	lqcd__hr_finalize();
	return 0;
}

#endif
