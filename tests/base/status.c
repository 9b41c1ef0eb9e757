/* Status texts, messages and memory (lqcd/base/status.h, lqcd/base/memory.h). */
#include "../support/tap.h"
#include <lqcd/base/config.h>
#include <lqcd/base/memory.h>
#include <lqcd/base/status.h>

static void texts(void)
{
	const char *unknown = lqcd_status_text(LQCD_STATUS_COUNT);
	tap_ok(LQCD_OK == 0, "LQCD_OK is 0");
	for (int a = 0; a < LQCD_STATUS_COUNT; a++) {
		const char *text = lqcd_status_text((lqcd_status)a);
		int same = 0;
		for (int b = 0; b < LQCD_STATUS_COUNT; b++)
			same += a != b && strcmp(text, lqcd_status_text((lqcd_status)b)) == 0;
		tap_ok(text[0] && !same && strcmp(text, unknown) != 0, "status %d has its own text: %s", a, text);
	}
}

static void messages(void)
{
	lqcd_message m;
	memset(&m, 'x', sizeof m);
	lqcd_status s = lqcd_fail(&m, LQCD_ERR_KEY, "%s: byte %d", "file", 42);
	tap_ok(s == LQCD_ERR_KEY && strcmp(m.text, "file: byte 42") == 0,
	       "lqcd_fail fills the message, returns the status");
	tap_ok(lqcd_fail(NULL, LQCD_NAN, "%d", 1) == LQCD_NAN, "lqcd_fail takes no message");

	/* What a path or a file holds does nothing to a terminal. */
	(void)lqcd_fail(&m, LQCD_ERR_OPEN, "%s", "a\nb\033[2Jc\177\303\251\\");
	tap_ok(!strcmp(m.text, "a\\x0ab\\x1b[2Jc\\x7f\303\251\\"), "control characters are escaped: %s", m.text);
	lqcd_message nested;
	(void)lqcd_fail(&nested, LQCD_ERR_OPEN, "%s", m.text);
	tap_ok(!strcmp(m.text, nested.text), "once");
	int good = 1;
	for (size_t at = sizeof m.text - 12; at < sizeof m.text + 2; at++)
		for (size_t n = 1; n < 4; n++) {
			char text[sizeof m.text + 8];
			memset(text, 'a', sizeof text);
			memset(text + at, '\n', n);
			text[at + n] = 0;
			memset(&m, 'x', sizeof m);
			(void)lqcd_fail(&m, LQCD_ERR_OPEN, "%s", text);
			good &= memchr(m.text, 0, sizeof m.text) != NULL && !strchr(m.text, '\n') &&
				!strncmp(m.text, text, at < sizeof m.text ? at : sizeof m.text - 1);
		}
	tap_ok(good, "escaped at the end of the room");

	char name[2 * sizeof m.text];
	memset(name, 'n', sizeof name - 1);
	name[sizeof name - 1] = 0;
	memset(&m, 'x', sizeof m);
	s = lqcd_fail(&m, LQCD_ERR_OPEN, "%s", name);
	tap_ok(s == LQCD_ERR_OPEN && strlen(m.text) == sizeof m.text - 1 && !strncmp(m.text, name, sizeof m.text - 1),
	       "lqcd_fail cuts a text that is too long, and ends it");
}

static void sizes(void)
{
	const size_t half = (size_t)1 << (sizeof(size_t) * 4);
	int right = 1;
	for (int i = 0; i < 1000; i++) {
		size_t a = (size_t)(tap_random_u64() % half), b = (size_t)(tap_random_u64() % half);
		right &= lqcd_mul_size(a, b) == a * b;
	}
	tap_ok(right, "lqcd_mul_size of 1000 products that fit");
	tap_ok(lqcd_mul_size(half, half) == 0, "2^half * 2^half overflows to 0");
	tap_ok(lqcd_mul_size(SIZE_MAX / 7 + 1, 7) == 0, "the first multiple of 7 that does not fit");
	tap_ok(lqcd_mul_size(SIZE_MAX / 7, 7) == SIZE_MAX / 7 * 7, "the last multiple of 7 that fits");
	tap_ok(lqcd_mul_size(SIZE_MAX, 1) == SIZE_MAX && lqcd_mul_size(1, SIZE_MAX) == SIZE_MAX, "SIZE_MAX * 1");
	tap_ok(lqcd_mul_size(0, SIZE_MAX) == 0 && lqcd_mul_size(SIZE_MAX, 0) == 0, "SIZE_MAX * 0");
}

static void memory(void)
{
	static const size_t bytes[] = {1, 63, 64, 65, 4096, 100000, 2097151, 2097152, 2097153, 5000000};
	for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
		const size_t align =
		    LQCD_HUGE_PAGE > 0 && bytes[i] >= (size_t)LQCD_HUGE_PAGE ? (size_t)LQCD_HUGE_PAGE : 64;
		unsigned char *p = (unsigned char *)lqcd_alloc(bytes[i]);
		int held = p != NULL && (uintptr_t)p % align == 0;
		if (p) {
			memset(p, 0xa5, bytes[i]);
			held &= p[0] == 0xa5 && p[bytes[i] - 1] == 0xa5;
		}
		tap_ok(held, "%lu bytes, aligned to %lu", (unsigned long)bytes[i], (unsigned long)align);
		lqcd_free(p);
	}
	tap_ok(lqcd_alloc(0) == NULL, "lqcd_alloc(0) is NULL");
	/* Sizes whose rounding up would overflow, and one that no address space holds; volatile hides them from the
	 * compiler, which would warn. */
	volatile size_t huge = SIZE_MAX;
	tap_ok(lqcd_alloc(huge) == NULL, "SIZE_MAX bytes: NULL");
	huge = SIZE_MAX - 4096;
	tap_ok(lqcd_alloc(huge) == NULL, "SIZE_MAX - 4096 bytes: NULL");
	huge = SIZE_MAX / 4;
	tap_ok(lqcd_alloc(huge) == NULL, "SIZE_MAX / 4 bytes: NULL");
	lqcd_free(NULL);
}

static void test_status(void)
{
	texts();
	messages();
	sizes();
	memory();
}
