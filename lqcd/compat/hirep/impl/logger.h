/* lqcd/compat/hirep/impl/logger.h: part of compat/hirep.h: output, input files, clocks.
 *
 *   lprintf(channel, level, format, ...)   "[CHANNEL][level]" and the text, where level is at most that of the channel;
 *                                          the rest of a line has no prefix
 *   logger_setlevel(channel or NULL, level), logger_map(channel, file), logger_unmap, logger_unmap_all, logger_stdout,
 *   logger_disable, logger_enable          a level below 0 (the default) lets everything pass; files ">>name" append
 *   read_input(records, file)              records {name, "name = %d", INT_T, &variable}, ended by {NULL, NULL, 0,
 *                                          NULL}; lines "name = value", "//" and "#" begin comments. A variable that is
 *                                          not in the file keeps its value; a value that cannot be read ends the program.
 *                                          Process 0 writes, the others open no files; all read.
 *   timer_set(&t), timer_lap(&t), timer_read(&t)    Timer: microseconds since the last lap, and since set
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_COMPAT_HIREP_LOGGER_H
#define LQCD_COMPAT_HIREP_LOGGER_H

#include <ctype.h>
#include <stdarg.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "globals.h"

typedef struct {
	char name[48];
	int level;
	FILE *file;
} lqcd__hr_channel;

typedef struct {
	int default_level, channels, disabled, inside; /* inside a line */
	FILE *out;
	lqcd__hr_channel channel[32];
} lqcd__hr_log;

typedef struct {
	int default_log_level;
} input_logger;

LQCD__HR_GLOBAL lqcd__hr_log lqcd__hr_logger = {-1, 0, 0, 0, NULL, {{"", 0, NULL}}};
LQCD__HR_GLOBAL input_logger logger_var = {-1};

/** The channel, made if it does not exist; NULL if there is no room. */
static inline lqcd__hr_channel *lqcd__hr_find_channel(const char *name, int make)
{
	lqcd__hr_log *log = &lqcd__hr_logger;
	for (int k = 0; k < log->channels; k++)
		if (!strcmp(log->channel[k].name, name)) return &log->channel[k];
	if (!make || log->channels == 32) return NULL;
	lqcd__hr_channel *c = &log->channel[log->channels++];
	snprintf(c->name, sizeof c->name, "%s", name);
	c->level = log->default_level;
	c->file = NULL;
	return c;
}

static inline int logger_setlevel(const char *name, int level)
{
	lqcd__hr_channel *c = name ? lqcd__hr_find_channel(name, 1) : NULL;
	if (name && !c) return 1;
	*(c ? &c->level : &lqcd__hr_logger.default_level) = level;
	return 0;
}

static inline int logger_getlevel(const char *name)
{
	const lqcd__hr_channel *c = name ? lqcd__hr_find_channel(name, 0) : NULL;
	return c ? c->level : lqcd__hr_logger.default_level;
}

static inline FILE *lqcd__hr_open_log(const char *name)
{
	const int append = !strncmp(name, ">>", 2);
	return fopen(append ? name + 2 : name, append ? "a" : "w");
}

static inline int logger_map(const char *name, const char *file)
{
	if (PID) return 0;
	lqcd__hr_channel *c = lqcd__hr_find_channel(name, 1);
	FILE *f = c ? lqcd__hr_open_log(file) : NULL;
	if (!f) return 1;
	if (c->file) fclose(c->file);
	c->file = f;
	return 0;
}

static inline int logger_unmap(const char *name)
{
	lqcd__hr_channel *c = lqcd__hr_find_channel(name, 0);
	if (!c || !c->file) return 1;
	fclose(c->file);
	c->file = NULL;
	return 0;
}

static inline void logger_unmap_all(void)
{
	for (int k = 0; k < lqcd__hr_logger.channels; k++) (void)logger_unmap(lqcd__hr_logger.channel[k].name);
}

static inline int logger_stdout(const char *file)
{
	if (PID) return 0;
	FILE *f = lqcd__hr_open_log(file);
	if (!f) return 1;
	if (lqcd__hr_logger.out) fclose(lqcd__hr_logger.out);
	lqcd__hr_logger.out = f;
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

LQCD_PRINTF(3, 4) static inline int lprintf(const char *name, int level, const char *format, ...)
{
	lqcd__hr_log *log = &lqcd__hr_logger;
	const lqcd__hr_channel *c = lqcd__hr_find_channel(name, 0);
	const int most = c ? c->level : log->default_level;
	FILE *to = c && c->file ? c->file : log->out ? log->out : stdout;
	const size_t length = strlen(format);
	va_list args;
	if (log->disabled || (most >= 0 && level > most)) return 0;
	if (!log->inside) fprintf(to, "[%s][%d]", name, level);
	log->inside = length > 0 && format[length - 1] != '\n';
	va_start(args, format);
	const int written = vfprintf(to, format, args);
	va_end(args);
	fflush(to);
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
	int GLB_T, GLB_X, GLB_Y, GLB_Z, NP_T, NP_X, NP_Y, NP_Z, N_REP;
	input_record_t read[10];
} input_glb;

typedef struct {
	int rlxd_level, rlxd_seed;
	char rlxd_state[256], rlxd_start[256];
	input_record_t read[5];
} input_rlx;

LQCD__HR_GLOBAL input_glb glb_var;
LQCD__HR_GLOBAL input_rlx rlx_var;

/** The value in a line that gives this key, or NULL. The key is what comes before '=' in descr. */
static inline const char *lqcd__hr_value(const char *line, const char *descr)
{
	const char *d = descr;
	while (isspace((unsigned char)*line)) line++;
	while (isspace((unsigned char)*d)) d++;
	while (*d && *d != '=' && !isspace((unsigned char)*d))
		if (*line++ != *d++) return NULL;
	while (isspace((unsigned char)*line)) line++;
	if (*line != '=') return NULL;
	line++;
	while (isspace((unsigned char)*line)) line++;
	return line;
}

static inline int lqcd__hr_read_value(const char *from, const input_record_t *r)
{
	char *end = NULL;
	if (r->type == INT_T)
		*(int *)r->ptr = (int)strtol(from, &end, 10);
	else if (r->type == UNSIGNED_T)
		*(unsigned *)r->ptr = (unsigned)strtoul(from, &end, 10);
	else if (r->type == DOUBLE_T)
		*(double *)r->ptr = strtod(from, &end);
	else {
		char *to = (char *)r->ptr;
		const char *p = from;
		while (*p && !isspace((unsigned char)*p)) *to++ = *p++;
		*to = 0;
		return p != from;
	}
	return end != from;
}

static inline void read_input(input_record_t *records, const char *file)
{
	char line[512];
	FILE *f = fopen(file, "r");
	if (!f) {
		snprintf(line, sizeof line, "cannot open %.400s", file);
		lqcd__hr_error(1, 1, "read_input", line);
		return;
	}
	while (fgets(line, sizeof line, f)) {
		char *comment = strstr(line, "//");
		if (comment) *comment = 0;
		if ((comment = strchr(line, '#'))) *comment = 0;
		for (const input_record_t *r = records; r && r->descr; r++) {
			const char *value = lqcd__hr_value(line, r->descr);
			if (!value) continue;
			if (!lqcd__hr_read_value(value, r)) lqcd__hr_error(1, 1, "read_input", line);
		}
	}
	fclose(f);
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

typedef struct timeval Instant;

typedef struct {
	Instant start, lap;
} Timer;

static inline Instant now(void)
{
	struct timespec t;
	Instant i;
	timespec_get(&t, TIME_UTC);
	i.tv_sec = t.tv_sec;
	i.tv_usec = (__typeof__(i.tv_usec))(t.tv_nsec / 1000);
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
