/* tests/hirep/input.c: input files as programs read them; output: levels, files, lines; Polyakov loops in every direction.
 * "input -i input FOLDER": writes files there. "input -i input action FILE": reads an action and prints its first steps. */
#include "libhr.h"
#include "check.h"

static char folder[512], name[1024];

static const char *path_of(const char *file)
{
	snprintf(name, sizeof name, "%.500s/%s", folder, file);
	return name;
}

static void write_file(const char *file, const char *text)
{
	FILE *f = fopen(path_of(file), "w");
	if (!f || fputs(text, f) < 0 || fclose(f)) exit(2);
}

/* Whether the file has just this text. */
static int has_text(const char *file, const char *text)
{
	char got[4096];
	FILE *f = fopen(path_of(file), "r");
	const size_t n = f ? fread(got, 1, sizeof got - 1, f) : 0;
	got[n] = 0;
	if (f) fclose(f);
	if (strcmp(got, text)) tap_diag("%s has\n%s", file, got);
	return f && !strcmp(got, text);
}

static void check_input(void)
{
	char start[64] = "", last[64] = "", where[64] = "", unread[64] = "as it was";
	char narrow[5] = "";
	int save = 0, steps = 0, seed = 0, number[4] = {0};
	unsigned count = 0;
	double beta = 0, mass = 0, mass2 = 0;
	input_record_t records[] = {{"gauge start", "gauge start = %s", STRING_T, start},
				    {"last conf", "last conf = %s", STRING_T, last},
				    {"save frequency", "save freq = %d", INT_T, &save},
				    {"folder", "conf dir = %s", STRING_T, where},
				    {"not in the file", "no such key = %s", STRING_T, unread},
				    {"no format", NULL, INT_T, NULL},
				    {"beta", "beta = %lf", DOUBLE_T, &beta},
				    {"mass", "mass = %lf", DOUBLE_T, &mass},
				    {"second mass", "mass2 = %f", DOUBLE_T, &mass2},
				    {"steps", "steps = %d", INT_T, &steps},
				    {"count", "count =", UNSIGNED_T, &count},
				    {"seed", "seed = %d", INT_T, &seed},
				    {"narrow", "narrow = %4s", STRING_T, narrow},
				    {"one", "one = %d", INT_T, &number[0]},
				    {"two", "two = %d", INT_T, &number[1]},
				    {"three", "three = %d", INT_T, &number[2]},
				    {"four", "four = %i", INT_T, &number[3]},
				    {NULL, NULL, INT_T, NULL}};
	write_file("keys", "// gauge start = comment\n"
			   "gauge start = random\n"
			   "  last   conf=+10 // save freq = 1\n"
			   "#save freq = 2\n"
			   "save freq = 7\n"
			   "conf dir = /data//run#3\n"
			   "gauge started = 12\n"
			   "betas = 1.5\n"
			   "beta = 5.75e0 steps = -3 count = 4000000000\n"
			   "mass2 = 0.25\n"
			   "other seed = 12\n"
			   "another=//seed = 13\n"
			   "one more seed\tfor # seed = 14\n"
			   "narrow = four\r\n"
			   "one = -2147483648, two = 2147483647; unknown = 5 three = +3// four = 5\n"
			   "seeds four = 1\nunknown four =\nfour = 010#\n"
			   "mass = -0.5");
	read_input(records, path_of("keys"));
	check(!strcmp(start, "random") && !strcmp(last, "+10") && save == 7, "keys of several words: %s, %s, %d", start,
	      last, save);
	check(!strcmp(where, "/data//run#3"), "comments begin at words: %s", where);
	check(!strcmp(unread, "as it was"), "what is not in the file stays as it was");
	check(fabs(beta - 5.75) < 1e-15 && steps == -3 && count == 4000000000u, "several keys in a line: %g, %d, %u",
	      beta, steps, count);
	check(seed == 0, "a key behind another word is another key: %d", seed);
	check(!strcmp(narrow, "four") && number[0] == INT_MIN && number[1] == INT_MAX && number[2] == 3 && number[3] == 10,
	      "the longest word, the largest integers, what may end a number: %s %d %d %d %d", narrow, number[0], number[1], number[2], number[3]);
	check(fabs(mass + 0.5) < 1e-15 && fabs(mass2 - 0.25) < 1e-15, "a key that begins another: %g, %g", mass, mass2);
}

static void check_levels(void)
{
	check(logger_getlevel(NULL) == 10 && logger_getlevel("ANY") == 10, "the default level: %d",
	      logger_getlevel(NULL));
	check(logger_getlevel("INVERTER") == 15 && logger_getlevel("FORCE-STAT") == 7 && logger_getlevel("MINE") == 3,
	      "log:inverter, log:forcestat, log:MINE: %d %d %d", logger_getlevel("INVERTER"),
	      logger_getlevel("FORCE-STAT"), logger_getlevel("MINE"));
	logger_map("LEVEL", path_of("levels"));
	lprintf("LEVEL", 10, "at 10\n");
	lprintf("LEVEL", 11, "at 11\n");
	logger_setlevel(NULL, 12);
	lprintf("LEVEL", 11, "again at 11\n");
	logger_setlevel("LEVEL", -1);
	lprintf("LEVEL", 0, "at 0\n");
	logger_setlevel("LEVEL", 1);
	lprintf("LEVEL", 1, "at 1\n");
	lprintf("LEVEL", 2, "at 2\n");
	logger_unmap("LEVEL");
	logger_setlevel(NULL, 10);
	check(has_text("levels", "[LEVEL][10]at 10\n[LEVEL][11]again at 11\n[LEVEL][1]at 1\n"), "what levels let pass");
}

static void output_to(const char *marks)
{
	char marked[1100];
	snprintf(marked, sizeof marked, "%s%s", marks, path_of("out"));
	logger_stdout(marked);
}

static void check_lines(void)
{
	logger_map("A", path_of("lines"));
	logger_map("B%d", path_of("lines"));
	lprintf("A", 0, "one %d,", 1);
	lprintf("A", 3, " two\nthree\n");
	lprintf("B%d", 0, "half");
	lprintf("A", 0, "a\n\nb\n");
	lprintf("B%d", 0, "%s\n", "x\ny");
	logger_unmap("A");
	lprintf("B%d", 0, "end\n");
	logger_unmap_all();
	check(has_text("lines", "[A][0]one 1, two\n[A][3]three\n[B%d][0]half\n[A][0]a\n[A][0]\n[A][0]b\n"
				"[B%d][0]x\ny\n[B%d][0]end\n"),
	      "lines, and two channels in one file");
	output_to(">");
	lprintf("OUT", 0, "new\n");
	logger_stdout(NULL);
	output_to(">>");
	lprintf("OUT", 0, "more\n");
	logger_stdout(NULL);
	check(has_text("out", "[OUT][0]new\n[OUT][0]more\n"), "files >name and >>name");
	output_to("");
	logger_stdout(NULL);
	check(has_text("out", ""), "a file without marks is written anew");
}

/* Means over the lines in direction mu of tr P, and of |tr P|^2 - 1. */
static void expected_loops(int mu, double v[3])
{
	const int extent[4] = {T, X, Y, Z};
	const double norm = 1 / (NG * (double)(VOLUME / extent[mu]));
	memset(v, 0, 3 * sizeof *v);
	for (int k = 0; k < VOLUME; k++) {
		suNg p, q;
		hr_complex z;
		int x[4] = {k / (X * Y * Z), k / (Y * Z) % X, k / Z % Y, k % Z};
		if (x[mu]) continue;
		_suNg_unit(p);
		for (int n = 0, ix = ipt(x[0], x[1], x[2], x[3]); n < extent[mu]; n++, ix = iup(ix, mu)) {
			_suNg_times_suNg(q, p, *pu_gauge(ix, mu));
			p = q;
		}
		_suNg_trace(z, p);
		v[0] += norm * creal(z);
		v[1] += norm * cimag(z);
		v[2] += norm * (creal(z) * creal(z) + cimag(z) * cimag(z) - 1);
	}
}

static void check_polyakov(void)
{
	char text[4096] = "";
	setup_random_gauge_fields();
	logger_map("FUND_POLYAKOV", path_of("loops"));
	logger_map("ADJ_POLYAKOV", path_of("loops"));
	polyakov();
	logger_unmap_all();
	for (int mu = 0; mu < 4; mu++) {
		double v[3];
		expected_loops(mu, v);
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 "[FUND_POLYAKOV][0]Polyakov direction %d = %1.8e %1.8e\n"
			 "[ADJ_POLYAKOV][0]Polyakov direction %d = %1.8e\n",
			 mu, v[0], v[1], mu, v[2]);
	}
	check(has_text("loops", text), "Polyakov loops in every direction");
}

int main(int argc, char *argv[])
{
	lprintf("EARLY", 0, "level 0 passes\n");
	lprintf("EARLY", 1, "level 1 does not, before setup_process\n");
	setup_process(&argc, &argv);
	if (!strcmp(argv[argc - 2], "action")) {
		integrator_par *first = NULL;
		read_action(argv[argc - 1], &first);
		printf("steps %d\n", first->nsteps);
		finalize_process();
		return 0;
	}
	snprintf(folder, sizeof folder, "%s", argv[argc - 1]);
	check(NP_T == 1 && NP_X == 1, "one process: NP_T, NP_X are 1");
	check_input();
	check_levels();
	check_lines();
	check_polyakov();
	finalize_process();
	return done();
}
