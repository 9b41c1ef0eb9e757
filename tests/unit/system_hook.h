/* tests/unit/system_hook.h: system calls of the library that fail, or do a part of what they are asked for. To be
 * included before the library. A test sets hook_of.what and counts; all else goes to the system as it is. */
#ifndef LQCD_TESTS_SYSTEM_HOOK_H
#define LQCD_TESTS_SYSTEM_HOOK_H

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

typedef enum { HOOK_NONE, HOOK_READ, HOOK_WRITE, HOOK_FSYNC, HOOK_CLOSE, HOOK_RENAME, HOOK_SHORT } hooked_call;

/* Call number fail_at of the kind fails with an error; HOOK_SHORT: reads and writes move some of the bytes, or none
 * because of a signal. */
static struct {
	hooked_call what;
	long calls, fail_at;
	int error;
} hook_of;

static int hook_fails(hooked_call what)
{
	if (hook_of.what != what || hook_of.calls++ != hook_of.fail_at) return 0;
	errno = hook_of.error;
	return 1;
}

/* The bytes that a short call moves; 0: it is interrupted. */
static size_t hook_bytes(size_t n)
{
	if (hook_of.what != HOOK_SHORT || n == 0) return n;
	if (hook_of.calls++ % 3) return n / 2 + 1;
	errno = EINTR;
	return 0;
}

#if !defined(__cplusplus)
extern int fsync(int); /* hidden in strict ISO modes */
#endif

static inline ssize_t hooked_read(int fd, void *to, size_t n)
{
	const size_t some = hook_bytes(n);
	return hook_fails(HOOK_READ) || (n && !some) ? -1 : read(fd, to, some);
}

static inline ssize_t hooked_write(int fd, const void *from, size_t n)
{
	const size_t some = hook_bytes(n);
	return hook_fails(HOOK_WRITE) || (n && !some) ? -1 : write(fd, from, some);
}

static inline int hooked_fsync(int fd)
{
	return hook_fails(HOOK_FSYNC) ? -1 : fsync(fd);
}

/* Some file systems report only here that they cannot write back; the descriptor is gone. */
static inline int hooked_close(int fd)
{
	const int fails = hook_fails(HOOK_CLOSE), closed = close(fd);
	if (fails) errno = hook_of.error;
	return fails ? -1 : closed;
}

static inline int hooked_rename(const char *from, const char *to)
{
	return hook_fails(HOOK_RENAME) ? -1 : rename(from, to);
}

#define read(fd, to, n)    hooked_read(fd, to, n)
#define write(fd, from, n) hooked_write(fd, from, n)
#define fsync(fd)          hooked_fsync(fd)
#define close(fd)          hooked_close(fd)
#define rename(from, to)   hooked_rename(from, to)

#endif
