/* examples/plot.h: SVG or, by their name, PDF files drawn by gnuplot. A plot replaces its file when it is complete; else there is a message, the
 * file stays as it was, and the exit status of the program is 1.
 *
 *   plot_file p;
 *   if (!plot_begin(&p, &o, 760, 820)) return;              o: output.h
 *   plot_panel(&p, 0, 2, "t/a", "C(t)");                    the upper of two panels, with its axes
 *   fprintf(p.to, "set title ..\nplot ..");                 commands and data of gnuplot
 *   plot_end(&p);
 *
 * Line styles: 1 to 3 for results, 4 for reference lines, 5 for what a fit or a mean leaves out, 11 to 13 for the error bands
 * of 1 to 3. */
#ifndef LQCD_EXAMPLES_PLOT_H
#define LQCD_EXAMPLES_PLOT_H

#include "output.h"

typedef struct {
	FILE *to;
	output *o;
	lqcd_file_out file;
	int width, height;
	char scratch[LQCD_PATH_BYTES];
	struct sigaction pipes;
} plot_file;

/* Pixels above the first panel, below the last, and between two. */
enum { PLOT_TOP = 115, PLOT_BELOW = 75, PLOT_GAP = 120 };

/* Colours that differ for everyone, thick lines, a light grid behind them, tics outside, the legend above a panel. */
static const char plot_style[] =
	"set encoding utf8\nset style line 1 lc rgb '#0072b2' lw 2 pt 7 ps 0.7\n"
	"set style line 2 lc rgb '#d55e00' lw 2 pt 5 ps 0.7\nset style line 3 lc rgb '#009e73' lw 2 pt 9 ps 0.8\n"
	"set style line 4 lc rgb '#555555' lw 2 dt 2\nset style line 5 lc rgb '#808080' lw 1.5 pt 6 ps 0.7\n"
	"set style line 11 lc rgb '#b3d5e8'\nset style line 12 lc rgb '#f5cfb3'\nset style line 13 lc rgb '#b3e2d5'\n"
	"set style fill solid 1 noborder\nset grid lc rgb '#dddddd' lt 1 lw 1\nset border 3 lw 1.5\n"
	"set tics out nomirror\nset key Left reverse samplen 2 font ',14'\nset bars 0.6\n"
	"set title font ',17' offset 0,1.3\nset multiplot\n";

/** Begins a panel with its upper edge `top` pixels from that of the picture: all have the same left and right edge, their labels
 * stand in line, and the legend stands above. */
LQCD_STATIC void plot_panel_at(plot_file *p, int top, int height, const char *xlabel, const char *ylabel)
{
	enum { LEFT = 120, RIGHT = 35, LABEL = 20, LEGEND = 8 };
	const double w = p->width, h = p->height;
	fprintf(p->to,
		"set lmargin at screen %g\nset rmargin at screen %g\nset tmargin at screen %g\nset bmargin at screen "
		"%g\n",
		LEFT / w, 1 - RIGHT / w, 1 - top / h, 1 - (top + height) / h);
	fputs("unset label\nunset arrow\nunset logscale\nset autoscale\nset format\nset offsets 0,0,graph 0.05,graph "
	      "0.05\n",
	      p->to);
	fprintf(p->to, "set key at screen %g,screen %g right bottom horizontal maxrows 1\n", 1 - RIGHT / w,
		1 - (top - LEGEND) / h);
	fprintf(p->to, "set xlabel '%s' offset 0,0.4\nset label 1 '%s' at screen %g,graph 0.5 center rotate by 90\n",
		xlabel, ylabel, LABEL / w);
}

/** Begins panel k of n, one below the other and of the same height. */
LQCD_STATIC void plot_panel(plot_file *p, int k, int n, const char *xlabel, const char *ylabel)
{
	const int each = (p->height - PLOT_TOP - PLOT_BELOW - (n - 1) * PLOT_GAP) / n;
	if (k) fputs("unset title\n", p->to);
	plot_panel_at(p, PLOT_TOP + k * (each + PLOT_GAP), each, xlabel, ylabel);
}

/** The data of an error band around a constant. */
LQCD_STATIC void plot_band(plot_file *p, double from, double to, double value, double error)
{
	const double low = value - error, high = value + error;
	fprintf(p->to, "%g %.10g %.10g\n%g %.10g %.10g\ne\n", from, low, high, to, low, high);
}

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
	(void)lqcd_fail(&why, LQCD_ERR_WRITE, "no plot %s: %s", lqcd_path_shown(p->o->plot), reason);
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
	p->width = width;
	p->height = height;
	signals_hold();
	if (is_stdout(o->plot)) scratch_begin(o, p->scratch);
	if (lqcd_file_out_open(&p->file, is_stdout(o->plot) ? p->scratch : o->plot, &why) == LQCD_OK) {
		/* A gnuplot that ends early closes the pipe. */
		sigaction(SIGPIPE, &ignore, &p->pipes);
		fflush(stdout);
		p->to = popen("gnuplot >/dev/null 2>&1", "w");
		if (!p->to) (void)lqcd_fail(&why, LQCD_ERR_OPEN, "cannot start gnuplot: %s", strerror(errno));
	}
	if (!p->to) {
		plot_failed(p, why.text);
		lqcd_file_out_abort(&p->file);
		signals_release();
		return 0;
	}
	if (plot_is_pdf(o->plot)) /* points in place of pixels, and the same look */
		fprintf(p->to, "set terminal pdfcairo size %.3fin,%.3fin enhanced font 'Helvetica,16' fontscale 0.75 linewidth 1.5 pointscale 1.5 background 'white'\nset output '",
			width / 72.0, height / 72.0);
	else
		fprintf(p->to, "set terminal svg size %d,%d enhanced font 'Helvetica,16' background 'white'\nset output '",
			width, height);
	for (const char *c = p->file.temporary; *c; c++) {
		if (*c == '\'') fputc('\'', p->to);
		fputc(*c, p->to);
	}
	fprintf(p->to, "'\n%s", plot_style);
	return 1;
}

/** Is the file whole? gnuplot does not look. */
LQCD_STATIC int plot_is_whole(const char *path, int pdf)
{
	char end[16] = "";
	FILE *f = fopen(path, "rb");
	if (!f) return 0;
	const int whole = !fseek(f, -15, SEEK_END) && fread(end, 1, 15, f) == 15 && strstr(end, pdf ? "%%EOF" : "</svg>") != NULL;
	fclose(f);
	return whole;
}

/** Blanks that begin a part of an SVG's text behind a subscript stay in every viewer. 0: the file cannot be written. */
LQCD_STATIC int plot_keep_blanks(const char *path)
{
	char *bytes = NULL;
	size_t size = 0;
	int c = 0, good = 0;
	FILE *f = fopen(path, "rb"), *all = open_memstream(&bytes, &size);
	while (f && all && (c = getc(f)) != EOF) fputc(c, all);
	if (f) fclose(f);
	if (all && !fclose(all) && f && (f = fopen(path, "wb")) != NULL) {
		for (char *at = bytes, *next = bytes; next; at = next) {
			next = strstr(at + 1, " dy=\"");
			fprintf(f, at > bytes ? " xml:space=\"preserve\"%.*s" : "%.*s", (int)(next ? next - at : (bytes + size) - at), at);
		}
		good = !ferror(f);
		good = !fclose(f) && good;
	}
	free(bytes);
	return good;
}

LQCD_STATIC void plot_end(plot_file *p)
{
	lqcd_message why = {""};
	const int status = pclose(p->to);
	const int pdf = plot_is_pdf(p->o->plot);
	int whole = status == 0 && plot_is_whole(p->file.temporary, pdf) && (pdf || plot_keep_blanks(p->file.temporary));
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
