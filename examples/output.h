/* examples/output.h: the output of an example in the form that options.h describes: options, table or JSON, files.
 *
 *   output o = output_begin("flow", usage, OUTPUT_PLOT, &comm);
 *   while ((name = output_option(&o, flags, argc, argv, &k, &value)) != NULL) ..     options of the program itself
 *   output_start(&o, NULL);                                     tries all files; then the program computes
 *   say_fact(&o, "beta", "%g", beta);
 *   say_table(&o, "table"); say_row(&o, "t\tE");               columns
 *   say_row(&o, "%d\t%g", t, E);                               rows
 *   say_result(&o, "t0", t0, error);                            error NaN: none
 *   say_none(&o, "t0", "t^2 E stays below 0.3");                why there is none
 *   return output_end(&o, failed);                              the exit status
 *
 * Process 0 writes; the others call the same functions, with their standard output in /dev/null. */
#ifndef LQCD_EXAMPLES_OUTPUT_H
#define LQCD_EXAMPLES_OUTPUT_H

#include "json.h"

enum { OUTPUT_TABLE, OUTPUT_PLOT = 1, OUTPUT_DRAWING = 2, OUTPUT_SAVE = 4, OUTPUT_WORDS = 8 };
/* A drawing needs no gnuplot; who describes in words prints by output_text, JSON too. */

#define OUTPUT_USAGE                                                                                                   \
	"  --out FILE           the output also to FILE\n"                                                             \
	"  --json               the output as a JSON object, at the end\n"                                                     \
	"  --help, --version    this text, which version\n"
#define OUTPUT_USAGE_QUIET "  --quiet              no facts of the run, no progress\n"

typedef struct {
	const char *program, *usage, *out, *plot, *save; /* NULL: not wanted */
	int takes, json, quiet;
	int alone;  /* standard output has something else, and nothing besides */
	FILE *later; /* text that waits for output_now; or NULL */
	char *later_bytes;
	size_t later_size;
	int failed; /* an output was lost */
	const lqcd_comm *comm;
	FILE *text, *object, *row; /* for --out; the JSON; the row that is being said */
	char *text_bytes, *object_bytes, *row_bytes;
	size_t text_size, object_size, row_size;
	int tables, in_table, rows; /* rows of the table; -1: not even its columns */
} output;

LQCD_STATIC output output_begin(const char *program, const char *usage, int takes, const lqcd_comm *comm)
{
	output o;
	memset(&o, 0, sizeof o);
	o.program = program;
	o.usage = usage;
	o.takes = takes;
	o.comm = comm;
	example_begin(program);
	return o;
}

/** Whether a text for --help has a line of this option. */
LQCD_STATIC int usage_has(const char *usage, const char *name)
{
	char word[64];
	snprintf(word, sizeof word, " %s ", name);
	return strstr(usage, word) != NULL;
}

/** The next argument from argv[*k] on that is no output's: an option and its value, an option of `flags` (" --hot ")
 * and NULL, or "" and an argument that is no option; NULL after the last. */
LQCD_STATIC const char *output_option(output *o, const char *flags, int argc, char **argv, int *k, const char **value)
{
	while (*k < argc) {
		const char *name = argv[(*k)++];
		char word[64];
		*value = name;
		if (*name != '-' || !name[1]) return "";
		if (!strcmp(name, "--help") || !strcmp(name, "-h")) help_end(o->program, o->usage);
		if (!strcmp(name, "--version")) version_end(o->program);
		snprintf(word, sizeof word, " %s ", name);
		*value = NULL;
		if (strstr(flags, word)) return name;
		if (!strcmp(name, "--quiet")) o->quiet = 1;
		if (!strcmp(name, "--json")) o->json = 1;
		if (!strcmp(name, "--quiet") || !strcmp(name, "--json")) continue;
		if (*k == argc) wrong(name, "", usage_has(o->usage, name) ? "its value is missing" : "unknown option; see --help");
		*value = argv[(*k)++];
		if (!strcmp(name, "--out"))
			o->out = *value;
		else if (o->takes & (OUTPUT_PLOT | OUTPUT_DRAWING) && !strcmp(name, "--plot"))
			o->plot = *value;
		else if (o->takes & OUTPUT_SAVE && !strcmp(name, "--save"))
			o->save = *value;
		else
			return name;
	}
	return NULL;
}

LQCD_STATIC int is_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

/** Can the file be replaced? A new one is made beside it, and removed. */
LQCD_STATIC lqcd_status output_try(const char *path, lqcd_message *why)
{
	lqcd_file_out file;
	if (!path || is_stdout(path)) return LQCD_OK;
	signals_hold();
	const lqcd_status s = lqcd_file_out_open(&file, path, why);
	lqcd_file_out_abort(&file);
	signals_release();
	return s;
}

LQCD_STATIC FILE *output_memory(output *o, char **bytes, size_t *size)
{
	FILE *f = open_memstream(bytes, size);
	if (!f) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	return f;
}

/** Whether a plot is to be PDF, by its name. */
LQCD_STATIC int plot_is_pdf(const char *plot)
{
	const char *end = plot ? strrchr(plot, '.') : NULL;
	return end && !strcmp(end, ".pdf");
}

/** Plots of gnuplot are SVG or PDF, drawings SVG: a name that promises another format is refused. */
LQCD_STATIC void plot_name(const char *plot, int takes)
{
	static const char *const other[] = {".png", ".eps", ".ps", ".jpg", ".jpeg", ".gif", NULL};
	const char *end = plot ? strrchr(plot, '.') : NULL;
	for (int k = 0; end && other[k]; k++)
		if (!strcmp(end, other[k]))
			wrong("--plot", plot, takes & OUTPUT_PLOT ? "plots are SVG or PDF; name it FILE.svg or FILE.pdf" : "drawings are SVG; name it FILE.svg");
	if (plot_is_pdf(plot) && !(takes & OUTPUT_PLOT)) wrong("--plot", plot, "drawings are SVG; name it FILE.svg");
}

/** Tries all files, and `more` (NULL: none), before anything is computed. From here on *o stays where it is. Collective. */
LQCD_STATIC void output_start(output *o, const char *more)
{
	const char *path[4] = {o->out, o->plot, o->save, more};
	const int root = lqcd_comm_root(o->comm);
	lqcd_message why = {""};
	lqcd_status s = LQCD_OK;
	for (int k = 0; k < 4; k++)
		for (int n = 0; n < k; n++)
			if (path[k] && path[n] && !strcmp(path[k], path[n]))
				wrong(path[k], "", "named for two outputs");
	plot_name(o->plot, o->takes);
	o->alone = is_stdout(o->plot) || is_stdout(o->save);
	for (int k = 0; root && s == LQCD_OK && k < 4; k++) s = output_try(path[k], &why);
	if (root && s == LQCD_OK && o->plot && o->takes & OUTPUT_PLOT && system("gnuplot --version >/dev/null 2>&1"))
		s = lqcd_fail(&why, LQCD_ERR_OPEN, "--plot %s: no plot: gnuplot is missing", lqcd_path_shown(o->plot));
	else if (root && s == LQCD_OK && plot_is_pdf(o->plot) && system("gnuplot -e 'set terminal pdfcairo' >/dev/null 2>&1"))
		s = lqcd_fail(&why, LQCD_ERR_OPEN, "--plot %s: no plot: this gnuplot has no pdfcairo; name it FILE.svg",
			      lqcd_path_shown(o->plot));
	must_be_ok(o->program, lqcd_comm_agree(o->comm, s, 0, &why), &why);
	if (o->out && !is_stdout(o->out)) o->text = output_memory(o, &o->text_bytes, &o->text_size);
	if (!o->json || o->takes & OUTPUT_WORDS) return;
	o->object = output_memory(o, &o->object_bytes, &o->object_size);
	fputs("{\"program\": ", o->object);
	json_text(o->object, o->program);
}

/** The output of a program on one process that takes no arguments of its own; started. */
LQCD_STATIC void output_plain(output *o, const char *program, const char *usage, int argc, char **argv)
{
	static lqcd_comm self;
	const char *name, *value;
	int k = 1;
	self = lqcd_comm_self();
	*o = output_begin(program, usage, OUTPUT_TABLE, &self);
	if ((name = output_option(o, "", argc, argv, &k, &value)) != NULL)
		unknown_option(name, value);
	output_start(o, NULL);
}

/* ---- what is said ------------------------------------------------------------------------------------------------ */

/** Prints text, as a whole, and keeps it for --out. Lost output ends the program. */
LQCD_STATIC void output_text(output *o, const char *text)
{
	if (o->later) {
		fputs(text, o->later);
		return;
	}
	if (o->text) fputs(text, o->text);
	if (o->alone) return;
	progress_erase();
	if (fputs(text, stdout) >= 0 && !fflush(stdout)) return;
	fprintf(stderr, "%s: standard output: %s\n", o->program, strerror(errno));
#ifdef LQCD_MPI
	/* This process alone knows. */
	if (o->comm->size > 1) MPI_Abort(MPI_COMM_WORLD, 1);
#endif
	_Exit(1); /* nothing else can be printed */
}

/** Text waits from here on .. */
LQCD_STATIC void output_later(output *o)
{
	o->later = output_memory(o, &o->later_bytes, &o->later_size);
}

/** .. to here, and is printed. */
LQCD_STATIC void output_now(output *o)
{
	FILE *waits = o->later;
	if (!waits) return;
	o->later = NULL;
	if (fclose(waits)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	if (*o->later_bytes) output_text(o, o->later_bytes);
	free(o->later_bytes);
}

LQCD_STATIC void say_table_end(output *o)
{
	if (o->in_table && o->object) fputs("]}", o->object);
	o->in_table = 0;
}

/** Prints a line beginning with "# name = "; bytes that would break the line are escaped. */
LQCD_STATIC void say_line(output *o, const char *name, const char *value)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *to = output_memory(o, &bytes, &size);
	fprintf(to, "# %s = ", name);
	for (; *value; value++)
		if ((unsigned char)*value < 32 || *value == 127)
			fprintf(to, "\\x%02x", (unsigned)*value);
		else
			fputc(*value, to);
	fputc('\n', to);
	if (fclose(to)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	output_text(o, bytes);
	free(bytes);
}

/** A fact whose value is a string. */
LQCD_STATIC void say_word(output *o, const char *name, const char *value)
{
	say_table_end(o);
	if (o->object)
		json_member(o->object, name, value);
	else if (!o->quiet)
		say_line(o, name, value);
}

/** A fact whose value is a number, or several with blanks between them. */
LQCD_STATIC __attribute__((format(printf, 3, 4))) void say_fact(output *o, const char *name, const char *format, ...)
{
	char value[256];
	va_list list;
	va_start(list, format);
	vsnprintf(value, sizeof value, format, list);
	va_end(list);
	say_table_end(o);
	if (!o->object) {
		if (!o->quiet) say_line(o, name, value);
		return;
	}
	json_name(o->object, name);
	json_value(o->object, value);
}

/** The fact lattice_xyzt. */
LQCD_STATIC void say_lattice(output *o, const lqcd_lattice *lat)
{
	const int *e = lat->extent;
	say_fact(o, "lattice_xyzt", "%d %d %d %d", e[1], e[2], e[3], e[0]);
}

/** A value with two digits of its error, 0.54955(47); the error NaN, none: `digits` of the value. */
LQCD_STATIC const char *value_text(char text[64], double value, double error, int digits)
{
	const double size = fmax(fabs(value), error);
	if (!lqcd_isfinite(value) || !(error > 0) || !lqcd_isfinite(error)) {
		const int n = snprintf(text, 48, "%.*g", digits, lqcd_isfinite(value) ? value : lqcd_nan());
		if (lqcd_isfinite(value) && lqcd_isfinite(error)) snprintf(text + n, 8, "(0)");
		return text;
	}
	const int power = size < 1e-3 || size >= 1e7 ? (int)floor(log10(size)) : 0;
	const double unit = pow(10, power), v = value / unit, e = error / unit;
	int places = (int)fmax(0, fmin(15, 1 - floor(log10(e))));
	if (places > 0 && e * pow(10, places) >= 99.5) places--; /* rounding makes it three digits */
	int n = snprintf(text, 48, "%.*f", places, v);
	if (e * pow(10, places) < 99.5 && e < 0.995)
		n += snprintf(text + n, 8, "(%.0f)", fmax(1, e * pow(10, places)));
	else
		n += snprintf(text + n, 48 - (size_t)n, "(%.*f)", places, e);
	if (power) snprintf(text + n, 64 - (size_t)n, "e%d", power);
	return text;
}

/** A result, with its error unless that is NaN; also with --quiet. */
LQCD_STATIC void say_result(output *o, const char *name, double value, double error)
{
	char text[64];
	const int has = lqcd_isfinite(error);
	say_table_end(o);
	if (!o->object) {
		say_line(o, name, value_text(text, value, error, 10));
		return;
	}
	json_name(o->object, name);
	if (has) fputs("{\"value\": ", o->object);
	json_double(o->object, value);
	if (has) json_number(o->object, "error", error);
	if (has) fputc('}', o->object);
}

/** A result that there is not, and why: in JSON null, and the reason as NAME_why. */
LQCD_STATIC __attribute__((format(printf, 3, 4))) void say_none(output *o, const char *name, const char *format, ...)
{
	char text[256], why[80];
	va_list list;
	va_start(list, format);
	const int n = snprintf(text, sizeof text, "none: ");
	vsnprintf(text + n, sizeof text - (size_t)n, format, list);
	va_end(list);
	say_table_end(o);
	if (!o->object) {
		say_line(o, name, text);
		return;
	}
	json_number(o->object, name, lqcd_nan());
	snprintf(why, sizeof why, "%s_why", name);
	json_member(o->object, why, text + n);
}

/** Begins a table; its first row has the names of the columns. */
LQCD_STATIC void say_table(output *o, const char *name)
{
	say_table_end(o);
	if (o->object) {
		json_name(o->object, name);
		fputs("{\"columns\": ", o->object);
	} else if (o->tables) {
		output_text(o, "\n# ");
		output_text(o, name);
		output_text(o, "\n");
	}
	o->in_table = 1;
	o->rows = -1;
	o->tables++;
}

LQCD_STATIC void end_row(output *o)
{
	if (!o->object) fputc('\n', o->row);
	if (fclose(o->row)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
	o->row = NULL;
	if (!o->object)
		output_text(o, o->row_bytes);
	else {
		if (o->rows > 0) fputs(", ", o->object);
		json_cells(o->object, o->row_bytes, o->rows < 0);
		if (o->rows < 0) fputs(", \"rows\": [", o->object);
	}
	free(o->row_bytes);
	o->rows++;
}

LQCD_STATIC void say_list(output *o, const char *format, va_list list)
{
	if (!o->row) o->row = output_memory(o, &o->row_bytes, &o->row_size);
	vfprintf(o->row, format, list);
}

/** Begins a row or adds to it; tabs stand between cells. */
LQCD_STATIC __attribute__((format(printf, 2, 3))) void say(output *o, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	say_list(o, format, list);
	va_end(list);
}

/** The whole row, or the rest of it. */
LQCD_STATIC __attribute__((format(printf, 2, 3))) void say_row(output *o, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	say_list(o, format, list);
	va_end(list);
	end_row(o);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/** Reports a file that could not be written; the program goes on, and its status is 1. */
LQCD_STATIC void output_failed(output *o, const lqcd_message *why)
{
	progress_erase();
	fprintf(stderr, "%s: %s\n", o->program, why->text);
	o->failed = 1;
}

/** Replaces the file by these bytes, or prints them. */
LQCD_STATIC void output_file(output *o, const char *path, const char *bytes, size_t n)
{
	lqcd_file_out file;
	lqcd_message why = {""};
	if (is_stdout(path)) {
		fwrite(bytes, 1, n, stdout); /* output_end finds failures */
		return;
	}
	signals_hold();
	lqcd_status s = lqcd_file_out_open(&file, path, &why);
	if (s == LQCD_OK) s = lqcd_file_out_write(&file, bytes, n, &why);
	if (s == LQCD_OK) s = lqcd_file_out_commit(&file, &why);
	if (s != LQCD_OK) output_failed(o, &why);
	signals_release();
}

/** A name for a file that goes to standard output when it is whole; "" and a message if there is none. */
LQCD_STATIC void scratch_begin(output *o, char path[LQCD_PATH_BYTES])
{
	const char *folder = getenv("TMPDIR");
	lqcd_message why;
	snprintf(path, LQCD_PATH_BYTES, "%s/lqcd.XXXXXX", folder && *folder ? folder : "/tmp");
	const int fd = mkstemp(path);
	if (fd >= 0) {
		close(fd);
		return;
	}
	(void)lqcd_fail(&why, LQCD_ERR_OPEN, "%s: %s", path, strerror(errno));
	output_failed(o, &why);
	*path = 0;
}

/** Removes the scratch file, and prints it if it is whole. */
LQCD_STATIC void scratch_end(output *o, const char *path, int whole)
{
	char bytes[1 << 14];
	size_t n = 0;
	lqcd_message why;
	FILE *from = whole ? fopen(path, "rb") : NULL;
	unlink(path);
	if (!whole) return;
	while (from && (n = fread(bytes, 1, sizeof bytes, from)) > 0 && fwrite(bytes, 1, n, stdout) == n) continue;
	if (!from || ferror(from)) {
		(void)lqcd_fail(&why, LQCD_ERR_READ, "%s: %s", path, strerror(errno));
		output_failed(o, &why);
	}
	if (from) fclose(from);
}

/** Writes the links to --save. Collective. */
LQCD_STATIC void output_links(output *o, const char *format, const lqcd_gauge_field_d *u,
			      const lqcd_gauge_write_options *how)
{
	char path[LQCD_PATH_BYTES];
	const int scratch = is_stdout(o->save), root = lqcd_comm_root(o->comm);
	lqcd_message why = {""};
	signals_hold();
	if (scratch && root) scratch_begin(o, path);
	if (scratch) lqcd_comm_broadcast(o->comm, 0, path, sizeof path);
	const lqcd_status s = lqcd_gauge_write(scratch ? path : o->save, format, u, how, &why);
	if (scratch && root) scratch_end(o, path, s == LQCD_OK);
	if (s != LQCD_OK)
		output_failed(o, &why);
	else if (root && !scratch && !(o->takes & OUTPUT_WORDS))
		say_word(o, "saved", o->save);
	signals_release();
}

/** Ends the output; the exit status of the program. failed: its results are not what was wanted. */
LQCD_STATIC int output_end(output *o, int failed)
{
	say_table_end(o);
	if (o->object) {
		json_member(o->object, "status", failed || o->failed ? "failed" : "ok");
		fputs("}\n", o->object);
		if (fclose(o->object)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
		output_text(o, o->object_bytes);
		free(o->object_bytes);
	}
	if (o->text) {
		if (fclose(o->text)) must_be_ok(o->program, LQCD_ERR_MEMORY, NULL);
		if (lqcd_comm_root(o->comm)) output_file(o, o->out, o->text_bytes, o->text_size);
		free(o->text_bytes);
	}
	return stdout_end(o->program) || failed || o->failed;
}

#endif
