/* examples/plot.h: SVG files drawn by gnuplot, if it is installed. The program defines _POSIX_C_SOURCE 200809L
 * before its first header (popen). */
#ifndef LQCD_EXAMPLES_PLOT_H
#define LQCD_EXAMPLES_PLOT_H

#include <signal.h>
#include <stdio.h>

#include "../lqcd/base/config.h"

/** Opens the command pipe of gnuplot; NULL, with a line on standard error, after a failure. */
LQCD_STATIC FILE *plot_begin(const char *program, const char *path, int width, int height)
{
	/* A missing gnuplot closes the pipe early. */
	signal(SIGPIPE, SIG_IGN);
	/* gnuplot draws on standard output if it cannot open the file. */
	FILE *g = popen("gnuplot >/dev/null 2>&1", "w");
	if (!g) {
		fprintf(stderr, "%s: no plot: cannot start gnuplot\n", program);
		return NULL;
	}
	fprintf(g, "set terminal svg size %d,%d background 'white'\nset output '", width, height);
	for (const char *c = path; *c; c++) {
		if (*c == '\'') fputc('\'', g);
		fputc(*c, g);
	}
	fprintf(g, "'\n");
	return g;
}

/** Returns 1 if the plot was drawn. */
LQCD_STATIC int plot_end(FILE *g, const char *program, const char *path)
{
	if (pclose(g) == 0) return 1;
	fprintf(stderr, "%s: no plot: gnuplot is missing or cannot write %s; the table has the numbers\n", program,
		path);
	return 0;
}

#endif
