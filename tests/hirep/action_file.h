/* tests/hirep/action_file.h: write_action(file, text): process 0 writes the text of an action; on return all may read it. */
#ifndef LQCD_TESTS_HIREP_ACTION_FILE_H
#define LQCD_TESTS_HIREP_ACTION_FILE_H

static inline void write_action(const char *file, const char *text)
{
	double all = 0;
	if (PID == 0) {
		FILE *f = fopen(file, "w");
		if (f) {
			fputs(text, f);
			fclose(f);
		}
	}
	global_sum(&all, 1);
}

#endif
