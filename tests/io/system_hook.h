/* tests/io/system_hook.h: system calls of the library that fail, or do a part of what they are asked for. To be
 * included before the library. A test sets hook_of.what and counts; all else goes to the system as it is. */
#ifndef LQCD_TESTS_SYSTEM_HOOK_H
#define LQCD_TESTS_SYSTEM_HOOK_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum {
	HOOK_NONE,
	HOOK_READ,
	HOOK_WRITE,
	HOOK_FSYNC,
	HOOK_CLOSE,
	HOOK_RENAME,
	HOOK_SHORT,
	HOOK_OPEN,
	HOOK_STAT,
	HOOK_LOCK,
	HOOK_OPENDIR,
	HOOK_HOST
} hooked_call;

/* Call number fail_at of the kind fails with an error; HOOK_SHORT: reads and writes move some of the bytes, or none
 * because of a signal. */
static struct {
	hooked_call what;
	long calls, fail_at;
	int error;
	const char *host; /* the name of this host; NULL: its own */
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
extern int fsync(int), gethostname(char *, size_t); /* hidden in strict ISO modes */
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

static inline int hooked_open(const char *path, int flags, ...)
{
	va_list more;
	va_start(more, flags);
	const unsigned mode = flags & O_CREAT ? va_arg(more, unsigned) : 0;
	va_end(more);
	return hook_fails(HOOK_OPEN) ? -1 : open(path, flags, mode);
}

static inline int hooked_stat(const char *path, struct stat *st)
{
	return hook_fails(HOOK_STAT) ? -1 : stat(path, st);
}

static inline int hooked_flock(int fd, int what)
{
	return hook_fails(HOOK_LOCK) ? -1 : flock(fd, what);
}

static inline DIR *hooked_opendir(const char *path)
{
	return hook_fails(HOOK_OPENDIR) ? NULL : opendir(path);
}

static inline int hooked_gethostname(char *name, size_t n)
{
	if (hook_fails(HOOK_HOST)) return -1;
	if (!hook_of.host) return gethostname(name, n);
	snprintf(name, n, "%s", hook_of.host);
	return 0;
}

#define read(fd, to, n)      hooked_read(fd, to, n)
#define write(fd, from, n)   hooked_write(fd, from, n)
#define fsync(fd)            hooked_fsync(fd)
#define close(fd)            hooked_close(fd)
#define rename(from, to)     hooked_rename(from, to)
#define open(...)            hooked_open(__VA_ARGS__)
#define stat(path, st)       hooked_stat(path, st)
#define flock(fd, what)      hooked_flock(fd, what)
#define opendir(path)        hooked_opendir(path)
#define gethostname(name, n) hooked_gethostname(name, n)

#endif
