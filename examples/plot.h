/* examples/plot.h: SVG files drawn by gnuplot. A plot replaces its file when it is complete; else there is a message, the
 * file stays as it was, and the exit status of the program is 1.
 *
 *   plot_file p;
 *   if (!plot_begin(&p, &o, 720, 760)) return;      o: output.h
 *   fprintf(p.to, ..);                              commands and data of gnuplot; line styles 1 to 4 are set
 *   plot_end(&p); */
#ifndef LQCD_EXAMPLES_PLOT_H
#define LQCD_EXAMPLES_PLOT_H

#include "output.h"

typedef struct {
	FILE *to;
	output *o;
	lqcd_file_out file;
	char scratch[LQCD_PATH_BYTES];
	struct sigaction pipes;
} plot_file;

/* Colours that differ for everyone, thick lines, a light grid behind them, tics outside. */
static const char plot_style[] =
	"set encoding utf8\nset style line 1 lc rgb '#0072b2' lw 2 pt 7 ps 0.7\n"
	"set style line 2 lc rgb '#d55e00' lw 2 pt 5 ps 0.7\nset style line 3 lc rgb '#009e73' lw 2 pt 9 ps 0.8\n"
	"set style line 4 lc rgb '#555555' lw 2 dt 2\nset grid lc rgb '#dddddd' lt 1 lw 1\nset border 3 lw 1.5\n"
	"set tics out nomirror\nset key Left reverse samplen 2 spacing 1.2\nset bars small\nset lmargin 11\nset "
	"rmargin 4\n"
	"set title font ',17'\n";

/** The lattice in a title: 8^3×16, or 8×8×4×16. */
LQCD_STATIC const char *plot_lattice(char text[80], const lqcd_lattice *lat)
{
	const int *e = lat->extent;
	if (e[1] == e[2] && e[2] == e[3])
		snprintf(text, 80, "%d^3×%d", e[1], e[0]);
	else
		snprintf(text, 80, "%d×%d×%d×%d", e[1], e[2], e[3], e[0]);
	return text;
}

/** Reports why there is no plot. */
LQCD_STATIC void plot_failed(plot_file *p, const char *reason)
{
	lqcd_message why;
	lqcd_fail(&why, LQCD_ERR_WRITE, "no plot %s: %s", lqcd_path_shown(p->o->plot), reason);
	output_failed(p->o, &why);
}

/** The plot for --plot; 0, with a message, after a failure. */
LQCD_STATIC int plot_begin(plot_file *p, output *o, int width, int height)
{
	lqcd_message why = {""};
	struct sigaction ignore;
	memset(p, 0, sizeof *p);
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	p->o = o;
	signals_hold();
	if (is_stdout(o->plot)) scratch_begin(o, p->scratch);
	if (lqcd_file_out_open(&p->file, is_stdout(o->plot) ? p->scratch : o->plot, &why) == LQCD_OK) {
		/* A gnuplot that ends early closes the pipe. */
		sigaction(SIGPIPE, &ignore, &p->pipes);
		fflush(stdout);
		p->to = popen("gnuplot >/dev/null 2>&1", "w");
		if (!p->to) lqcd_fail(&why, LQCD_ERR_OPEN, "cannot start gnuplot: %s", strerror(errno));
	}
	if (!p->to) {
		plot_failed(p, why.text);
		lqcd_file_out_abort(&p->file);
		signals_release();
		return 0;
	}
	fprintf(p->to, "set terminal svg size %d,%d enhanced font 'Helvetica,16' background 'white'\nset output '",
		width, height);
	for (const char *c = p->file.temporary; *c; c++) {
		if (*c == '\'') fputc('\'', p->to);
		fputc(*c, p->to);
	}
	fprintf(p->to, "'\n%s", plot_style);
	return 1;
}

/** Is the file a whole SVG? gnuplot does not look. */
LQCD_STATIC int plot_is_whole(const char *path)
{
	char end[16] = "";
	FILE *f = fopen(path, "rb");
	if (!f) return 0;
	const int whole = !fseek(f, -15, SEEK_END) && fread(end, 1, 15, f) == 15 && strstr(end, "</svg>") != NULL;
	fclose(f);
	return whole;
}

LQCD_STATIC void plot_end(plot_file *p)
{
	lqcd_message why = {""};
	const int status = pclose(p->to);
	int whole = status == 0 && plot_is_whole(p->file.temporary);
	sigaction(SIGPIPE, &p->pipes, NULL);
	if (!whole) plot_failed(p, status ? "gnuplot failed" : "gnuplot wrote a part of it: is the disk full?");
	if (whole && lqcd_file_out_commit(&p->file, &why) != LQCD_OK) {
		output_failed(p->o, &why);
		whole = 0;
	}
	lqcd_file_out_abort(&p->file);
	if (*p->scratch)
		scratch_end(p->o, p->scratch, whole);
	else if (whole)
		say_word(p->o, "plot", p->o->plot);
	signals_release();
}

#endif
