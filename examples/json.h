/* examples/json.h: the parts of a JSON object. Its text is UTF-8, whatever bytes come in, and it has no NaN. */
#ifndef LQCD_EXAMPLES_JSON_H
#define LQCD_EXAMPLES_JSON_H

#include "options.h"

/** The length of the character at s if it is UTF-8, else 0. */
LQCD_STATIC int utf8_length(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;
	const int n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : s[0] < 0xf5 ? 4 : 0;
	for (int k = 1; k < n; k++)
		if ((s[k] & 0xc0) != 0x80) return 0;
	/* overlong forms, halves of surrogate pairs, and what lies beyond the last character */
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)) return 0;
	return (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f) ? 0 : n;
}

LQCD_STATIC void json_text(FILE *to, const char *s)
{
	fputc('"', to);
	while (*s) {
		const int n = utf8_length(s);
		if (*s == '"' || *s == '\\')
			fprintf(to, "\\%c", *s);
		else if (n == 1 && ((unsigned char)*s < 32 || *s == 127))
			fprintf(to, "\\u%04x", (unsigned)*s);
		else if (n)
			fwrite(s, 1, (size_t)n, to);
		else
			fputs("\xef\xbf\xbd", to); /* the replacement character */
		s += n ? n : 1;
	}
	fputc('"', to);
}

LQCD_STATIC void json_name(FILE *to, const char *name)
{
	fputs(", ", to);
	json_text(to, name);
	fputs(": ", to);
}

LQCD_STATIC void json_member(FILE *to, const char *name, const char *value)
{
	json_name(to, name);
	json_text(to, value);
}

LQCD_STATIC void json_double(FILE *to, double x)
{
	if (lqcd_isfinite(x))
		fprintf(to, "%.17g", x);
	else
		fputs("null", to);
}

LQCD_STATIC void json_number(FILE *to, const char *name, double x)
{
	json_name(to, name);
	json_double(to, x);
}

/** What follows the number of JSON's grammar at s; NULL if there is none. */
LQCD_STATIC const char *json_number_end(const char *s)
{
	static const char digits[] = "0123456789";
	if (*s == '-') s++;
	size_t n = strspn(s, digits);
	if (!n || (*s == '0' && n > 1)) return NULL;
	s += n;
	if (*s == '.') {
		n = strspn(s + 1, digits);
		if (!n) return NULL;
		s += 1 + n;
	}
	if (*s != 'e' && *s != 'E') return s;
	s += s[1] == '-' || s[1] == '+' ? 2 : 1;
	n = strspn(s, digits);
	return n ? s + n : NULL;
}

/** A number as it is written, several with blanks between them as a list, "" and nan as null, all else as a string. */
LQCD_STATIC void json_value(FILE *to, const char *text)
{
	int numbers = 0;
	const char *s = text, *end = NULL;
	while ((end = json_number_end(s)) != NULL) {
		numbers++;
		if (*end != ' ') break;
		s = end + 1;
	}
	if (!*text || strstr(text, "nan") == text + (*text == '-') || strstr(text, "inf") == text + (*text == '-'))
		fputs("null", to);
	else if (!numbers || !end || *end)
		json_text(to, text);
	else if (numbers == 1)
		fputs(text, to);
	else {
		fputc('[', to);
		for (s = text; *s; s++)
			if (*s == ' ')
				fputs(", ", to);
			else
				fputc(*s, to);
		fputc(']', to);
	}
}

/** The cells of a line, which have tabs between them, as a list; the line is changed. */
LQCD_STATIC void json_cells(FILE *to, char *line, int names)
{
	fputc('[', to);
	for (char *cell = line; cell;) {
		char *const next = strchr(cell, '\t');
		if (next) *next = 0;
		if (cell != line) fputs(", ", to);
		if (names)
			json_text(to, cell);
		else
			json_value(to, cell);
		cell = next ? next + 1 : NULL;
	}
	fputc(']', to);
}

#endif
