/* lqcd/compat/hirep/impl/logger.h: part of compat/hirep.h: output, input files, clocks.
 *
 *   lprintf(channel, level, format, ...)   each line with "[CHANNEL][level]" in front, where level is at most that of the
 *                                          channel. A line that another channel interrupts is ended
 *   logger_setlevel(channel or NULL, level), logger_getlevel     of a channel, or of all that have none. At first it is
 *                                          0; setup_process makes it 10, or what the input says (setup.h)
 *   logger_map(channel, file), logger_unmap, logger_unmap_all, logger_stdout(file or NULL), logger_disable,
 *   logger_enable                          files "name" and ">name" are written anew, ">>name" is appended to; channels
 *                                          with the same file share it
 *   read_input(records, file)              records {name, "name = %d", INT_T, &variable}, ended by {NULL, NULL, 0,
 *                                          NULL}. The second is a format of scanf, whose words before "=" may be
 *                                          several: "last conf = %s". Numbers are read as the type says, words as the
 *                                          format: one that is longer than "%63s" allows ends the program, "%s" has
 *                                          no limit. So do numbers that are none of the type, as 4.7, 1e3 or 99999999999
 *                                          for INT_T. Keys begin lines, or follow the value of another; one that no
 *                                          record knows is passed over with its value. "//" and "#" at the beginning of
 *                                          a word begin comments. A variable that is not in the file keeps its value
 *                                          Process 0 writes, the others open no files; all read.
 *   glb_var, rlx_var, logger_var           the records of setup_process, glb_var.read, .., for read_input;
 *                                          logger_set_input(&logger_var) sets the levels
 *   timer_set(&t), timer_lap(&t), timer_read(&t)    Timer: microseconds since the last lap, and since set
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_LOGGER_H
#define LQCD_COMPAT_HIREP_LOGGER_H

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "globals.h"

/* A file of output, and the channels that it has. */
typedef struct lqcd__hr_output {
	struct lqcd__hr_output *next;
	char *name;
	FILE *file;
	int users;
} lqcd__hr_output;

typedef struct lqcd__hr_channel {
	struct lqcd__hr_channel *next;
	char *name;
	int level, has_level;
	lqcd__hr_output *output; /* NULL: that of all */
} lqcd__hr_channel;

typedef struct {
	int default_level, disabled;
	lqcd__hr_channel *channels, *inside; /* inside: whose line has not ended, or NULL */
	lqcd__hr_output *outputs, *out;      /* out: of channels that have none; NULL: stdout */
	lqcd__hr_output *copy;               /* of stdout */
} lqcd__hr_log;

LQCD__HR_GLOBAL lqcd__hr_log lqcd__hr_logger = {0, 0, NULL, NULL, NULL, NULL, NULL};

static inline char *lqcd__hr_copy_text(const char *text)
{
	const size_t bytes = strlen(text) + 1;
	char *copy = (char *)malloc(bytes);
	lqcd__hr_error(!copy, 1, "logger", "out of memory");
	memcpy(copy, text, bytes);
	return copy;
}

/** The channel, made if it does not exist. */
static inline lqcd__hr_channel *lqcd__hr_find_channel(const char *name)
{
	lqcd__hr_channel *c = lqcd__hr_logger.channels;
	while (c && strcmp(c->name, name) != 0) c = c->next;
	if (c) return c;
	c = (lqcd__hr_channel *)calloc(1, sizeof *c);
	lqcd__hr_error(!c, 1, "logger", "out of memory");
	c->name = lqcd__hr_copy_text(name);
	c->next = lqcd__hr_logger.channels;
	return lqcd__hr_logger.channels = c;
}

static inline int logger_setlevel(const char *name, int level)
{
	lqcd__hr_channel *c = name ? lqcd__hr_find_channel(name) : NULL;
	*(c ? &c->level : &lqcd__hr_logger.default_level) = level;
	if (c) c->has_level = 1;
	return 0;
}

static inline int logger_getlevel(const char *name)
{
	const lqcd__hr_channel *c = name ? lqcd__hr_find_channel(name) : NULL;
	return c && c->has_level ? c->level : lqcd__hr_logger.default_level;
}

/** The output to "name", ">name" or ">>name"; NULL if it cannot be opened. */
static inline lqcd__hr_output *lqcd__hr_open_output(const char *name)
{
	const int marks = name[0] != '>' ? 0 : name[1] != '>' ? 1 : 2;
	lqcd__hr_output *o = lqcd__hr_logger.outputs;
	name += marks;
	while (o && strcmp(o->name, name) != 0) o = o->next;
	if (!o) {
		FILE *f = fopen(name, marks == 2 ? "a" : "w");
		if (!f) return NULL;
		o = (lqcd__hr_output *)calloc(1, sizeof *o);
		lqcd__hr_error(!o, 1, "logger", "out of memory");
		o->name = lqcd__hr_copy_text(name);
		o->file = f;
		o->next = lqcd__hr_logger.outputs;
		lqcd__hr_logger.outputs = o;
	}
	o->users++;
	return o;
}

/** Sets *to to an output or NULL; closes what no one uses any more. */
static inline void lqcd__hr_set_output(lqcd__hr_output **to, lqcd__hr_output *o)
{
	lqcd__hr_output *old = *to;
	*to = o;
	lqcd__hr_logger.inside = NULL;
	if (!old || --old->users > 0) return;
	lqcd__hr_output **p = &lqcd__hr_logger.outputs;
	while (*p != old) p = &(*p)->next;
	*p = old->next;
	fclose(old->file);
	free(old->name);
	free(old);
}

static inline int logger_map(const char *name, const char *file)
{
	if (PID) return 0;
	lqcd__hr_output *o = lqcd__hr_open_output(file);
	if (!o) return 3;
	lqcd__hr_set_output(&lqcd__hr_find_channel(name)->output, o);
	return 0;
}

static inline int logger_unmap(const char *name)
{
	lqcd__hr_set_output(&lqcd__hr_find_channel(name)->output, NULL);
	return 0;
}

static inline void logger_unmap_all(void)
{
	for (lqcd__hr_channel *c = lqcd__hr_logger.channels; c; c = c->next) lqcd__hr_set_output(&c->output, NULL);
}

static inline int logger_stdout(const char *file)
{
	if (PID) return 0;
	lqcd__hr_output *o = file ? lqcd__hr_open_output(file) : NULL;
	if (file && !o) return 1;
	lqcd__hr_set_output(&lqcd__hr_logger.out, o);
	return 0;
}

static inline void logger_disable(void)
{
	lqcd__hr_logger.disabled = 1;
}

static inline void logger_enable(void)
{
	lqcd__hr_logger.disabled = 0;
}

/** "[CHANNEL][level]" as part of a format. */
static inline char *lqcd__hr_prefix(char *to, const char *name, int level)
{
	*to++ = '[';
	for (; *name; *to++ = *name++)
		if (*name == '%') *to++ = '%';
	return to + sprintf(to, "][%d]", level);
}

LQCD_PRINTF(3, 4) static inline int lprintf(const char *name, int level, const char *format, ...)
{
	lqcd__hr_log *log = &lqcd__hr_logger;
	if (log->disabled || !name) return -1;
	lqcd__hr_channel *c = lqcd__hr_find_channel(name);
	if (level > (c->has_level ? c->level : log->default_level)) return 0;
	FILE *to = c->output ? c->output->file : log->out ? log->out->file : stdout;
	size_t lines = 2;
	for (const char *p = format; *p; p++) lines += *p == '\n';
	char *text = (char *)malloc(strlen(format) + lines * (2 * strlen(name) + 16)), *end = text;
	lqcd__hr_error(!text, 1, "logger", "out of memory");
	int starts = log->inside != c;
	if (starts && log->inside && log->inside->output == c->output) *end++ = '\n';
	for (const char *p = format; *p; p++) {
		if (starts) end = lqcd__hr_prefix(end, name, level);
		*end++ = *p;
		starts = *p == '\n';
	}
	*end = 0;
	if (*format) log->inside = starts ? NULL : c;
	va_list args;
	if (to == stdout && log->copy) {
		va_start(args, format);
		vfprintf(log->copy->file, text, args);
		va_end(args);
		fflush(log->copy->file);
	}
	va_start(args, format);
	const int written = vfprintf(to, text, args);
	va_end(args);
	fflush(to);
	free(text);
	return written;
}

/* ---- input files ----------------------------------------------------------------------------------------------- */

typedef enum { INT_T, UNSIGNED_T, DOUBLE_T, STRING_T } datatype_t;

typedef struct {
	const char *name, *descr;
	datatype_t type;
	void *ptr;
} input_record_t;

typedef struct {
	int GLB_T, GLB_X, GLB_Y, GLB_Z, NP_T, NP_X, NP_Y, NP_Z, N_REP; /* as setup_process found them */
	input_record_t read[12];
	int rlxd_level, rlxd_seed; /* of programs of before 2015, which do not know rlx_var */
} input_glb;

typedef struct {
	int rlxd_level, rlxd_seed, rlxd_store;
	char rlxd_state[256], rlxd_start[256];
	input_record_t read[6];
} input_rlx;

/* Levels below 0: none given. */
typedef struct {
	int def_log_lvl, inverter_log_lvl, forcestat_log_lvl;
	input_record_t read[4];
} input_logger;

LQCD__HR_GLOBAL input_glb glb_var = {0,
				     0,
				     0,
				     0,
				     1,
				     1,
				     1,
				     1,
				     1,
				     {{"GLB_T", "GLB_T = %d", INT_T, &GLB_T},
				      {"GLB_X", "GLB_X = %d", INT_T, &GLB_X},
				      {"GLB_Y", "GLB_Y = %d", INT_T, &GLB_Y},
				      {"GLB_Z", "GLB_Z = %d", INT_T, &GLB_Z},
				      {"NP_T", "NP_T = %d", INT_T, &NP_T},
				      {"NP_X", "NP_X = %d", INT_T, &NP_X},
				      {"NP_Y", "NP_Y = %d", INT_T, &NP_Y},
				      {"NP_Z", "NP_Z = %d", INT_T, &NP_Z},
				      {"N_REP", "N_REP = %d", INT_T, &N_REP},
				      {"ranlux level", "rlx_level = %d", INT_T, &glb_var.rlxd_level},
				      {"ranlux seed", "rlx_seed = %d", INT_T, &glb_var.rlxd_seed},
				      {NULL, NULL, INT_T, NULL}},
				     1,
				     1};
LQCD__HR_GLOBAL input_rlx rlx_var = {1,
				     1,
				     0,
				     "",
				     "",
				     {{"ranlux level", "rlx_level = %d", INT_T, &rlx_var.rlxd_level},
				      {"ranlux seed", "rlx_seed = %d", INT_T, &rlx_var.rlxd_seed},
				      {"ranlux state", "rlx_state = %255s", STRING_T, rlx_var.rlxd_state},
				      {"ranlux start", "rlx_start = %255s", STRING_T, rlx_var.rlxd_start},
				      {"ranlux store", "rlx_store = %d", INT_T, &rlx_var.rlxd_store},
				      {NULL, NULL, INT_T, NULL}}};
LQCD__HR_GLOBAL input_logger logger_var = {
	-1,
	-1,
	-1,
	{{"Default logger level", "log:default = %d", INT_T, &logger_var.def_log_lvl},
	 {"Inverter logger level", "log:inverter = %d", INT_T, &logger_var.inverter_log_lvl},
	 {"Forcestat logger level", "log:forcestat = %d", INT_T, &logger_var.forcestat_log_lvl},
	 {NULL, NULL, INT_T, NULL}}};

static inline void logger_set_input(input_logger *given)
{
	if (given->def_log_lvl < 0) given->def_log_lvl = 10;
	(void)logger_setlevel(NULL, given->def_log_lvl);
	if (given->inverter_log_lvl >= 0) (void)logger_setlevel("INVERTER", given->inverter_log_lvl);
	if (given->forcestat_log_lvl >= 0) (void)logger_setlevel("FORCE-STAT", given->forcestat_log_lvl);
}

/** The whole of a file, to be freed. */
static inline char *lqcd__hr_read_text(const char *name)
{
	char why[512];
	size_t bytes = 0, room = 4096;
	char *text = (char *)malloc(room);
	FILE *f = fopen(name, "r");
	snprintf(why, sizeof why, "cannot open %.400s", name);
	lqcd__hr_error(!f, 1, "read_input", why);
	while (text && (bytes += fread(text + bytes, 1, room - 1 - bytes, f)) == room - 1)
		text = (char *)realloc(text, room *= 2);
	fclose(f);
	lqcd__hr_error(!text, 1, "read_input", "out of memory");
	text[bytes] = 0;
	return text;
}

static inline int lqcd__hr_is_comment(const char *p)
{
	return *p == '#' || !strncmp(p, "//", 2);
}

/** Sets *ptr to the number at text and returns what follows it. Returns NULL if there is none that the type has, or if it does not
 * end there. */
static inline const char *lqcd__hr_get_number(const char *text, datatype_t type, void *ptr)
{
	const long long low = type == INT_T ? INT_MIN : 0, high = type == INT_T ? INT_MAX : UINT_MAX;
	char *end;
	const double x = type == DOUBLE_T ? strtod(text, &end) : 0;
	const long long n = type == DOUBLE_T ? 0 : strtoll(text, &end, 10);
	if (end == text || n < low || n > high || !lqcd_isfinite(x)) return NULL;
	if (!isspace((unsigned char)*end) && !strchr(",;", *end) && !lqcd__hr_is_comment(end)) return NULL;
	if (type == DOUBLE_T)
		*(double *)ptr = x;
	else if (type == INT_T)
		*(int *)ptr = (int)n;
	else
		*(unsigned *)ptr = (unsigned)n;
	return end + strspn(end, ",;");
}

/** The word at text, read by a conversion of scanf; NULL: none, or one that is longer than its width. */
static inline const char *lqcd__hr_word(const char *text, const char *conversion, void *ptr)
{
	char format[512];
	int all = 0;
	lqcd__hr_error(strlen(conversion) + 3 > sizeof format, 1, "read_input", conversion);
	snprintf(format, sizeof format, "%s%%n", conversion);
	if (sscanf(text, format, ptr, &all) != 1) return NULL;
	const int is_word = conversion[strlen(conversion) - 1] == 's';
	return is_word && text[all] && !isspace((unsigned char)text[all]) ? NULL : text + all;
}

/** Reads the value of a record at `from`, where its key begins, and returns what comes after it. Returns NULL if another
 * word is there. A value must be in the same line. */
static inline const char *lqcd__hr_read_record(const char *from, const input_record_t *r, const char *file)
{
	static const char *const needed[] = {"an integer of 32 bits", "an integer from 0 to 4294967295", "a number", "a word within the width of its format"};
	char format[512];
	int key = -1;
	const size_t words = strcspn(r->descr, "%"), line = strcspn(from, "\n");
	lqcd__hr_error(words + 3 > sizeof format, 1, "read_input", r->descr);
	snprintf(format, sizeof format, "%.*s%%n", (int)words, r->descr);
	(void)sscanf(from, format, &key);
	if (key < 0) return NULL;
	const char *const value = from + key + strspn(from + key, " \t"), *end = NULL;
	if (value < from + line)
		end = r->type == STRING_T ? lqcd__hr_word(value, r->descr[words] ? r->descr + words : "%s", r->ptr)
					  : lqcd__hr_get_number(value, r->type, r->ptr);
	if (!end) {
		snprintf(format, sizeof format, "%.*s: %s is needed, in %.120s", line < 256 ? (int)line : 256, from, needed[r->type], file);
		lqcd__hr_error(1, 1, "read_input", format);
	}
	return end;
}

/** Skips an unknown key at p, of one word or several, and its value. Returns what follows, within the line. */
static inline const char *lqcd__hr_pass_over(const char *p)
{
	while (*p && *p != '\n' && *p != '=') {
		p += strcspn(p, " \t\r\n\f\v=");
		p += strspn(p, " \t\r\f\v");
		if (lqcd__hr_is_comment(p)) return p;
	}
	if (*p != '=') return p;
	p += 1 + strspn(p + 1, " \t");
	return lqcd__hr_is_comment(p) ? p : p + strcspn(p, " \t\r\n\f\v");
}

static inline void read_input(input_record_t *records, const char *file)
{
	if (!records || !records->name) return;
	char *text = lqcd__hr_read_text(file);
	const char *p = text;
	while (p += strspn(p, " \t\r\n\f\v"), *p) {
		const char *next = NULL;
		if (lqcd__hr_is_comment(p)) {
			p += strcspn(p, "\n");
			continue;
		}
		for (const input_record_t *r = records; r->name && !next; r++)
			if (r->descr) next = lqcd__hr_read_record(p, r, file);
		p = next ? next : lqcd__hr_pass_over(p);
	}
	free(text);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

typedef struct timeval Instant;

typedef struct {
	Instant start, lap;
} Timer;

static inline Instant now(void)
{
	Instant i;
	gettimeofday(&i, NULL);
	return i;
}

static inline double interval_usec(const Instant *end, const Instant *start)
{
	return 1e6 * (double)(end->tv_sec - start->tv_sec) + (double)(end->tv_usec - start->tv_usec);
}

/** result = x - y; 1 when it is negative. */
static inline int timeval_subtract(struct timeval *result, struct timeval *x, struct timeval *y)
{
	const long long us = ((long long)x->tv_sec - y->tv_sec) * 1000000 + (x->tv_usec - y->tv_usec);
	result->tv_sec = (__typeof__(result->tv_sec))(us / 1000000);
	result->tv_usec = (__typeof__(result->tv_usec))(us % 1000000);
	return us < 0;
}

static inline void timer_set(Timer *t)
{
	t->start = t->lap = now();
}

static inline double timer_lap(Timer *t)
{
	const Instant before = t->lap;
	t->lap = now();
	return interval_usec(&t->lap, &before);
}

static inline double timer_read(const Timer *t)
{
	const Instant i = now();
	return interval_usec(&i, &t->start);
}

#endif
