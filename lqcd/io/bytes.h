/* lqcd/io/bytes.h: bytes in files: byte order, reading at offsets, replacing a file as a whole.
 *
 *   uint32_t lqcd_load_u32(p, order)          uint64_t lqcd_load_u64(p, order)        p of any alignment
 *   float    lqcd_load_f32(p, order)          double   lqcd_load_f64(p, order)        IEEE 754 binary32 and binary64
 *   void     lqcd_store_u32(p, v, order)      and _u64, _f32, _f64
 *   order is LQCD_BYTES_BIG or LQCD_BYTES_LITTLE; LQCD_BYTES_UNKNOWN (0) says that a file leaves it open.
 *
 * Reading, from the start or an offset, in pieces of any size; files above 2 GiB where off_t has 64 bits.
 *
 *   lqcd_status lqcd_file_in_open(in, path, why)          regular files only; in->size is the length in bytes
 *   lqcd_status lqcd_file_in_seek(in, offset, why)
 *   lqcd_status lqcd_file_in_read(in, to, n, &got, why)   got < n only at the end of the file
 *   void        lqcd_file_in_close(in)                    also after a failed open
 *
 * in->progress and out->progress (a function; NULL after open) are called with in->context, the number of bytes done and
 * the total by functions that move many: links.h, on process 0, for the part that it moves itself.
 *
 * Writing. The new content goes to a temporary file beside the target, which is flushed (fsync) and renamed over it. Readers see
 * the old file or the new one, never a part, also after a loss of power. After a failure the temporary file is gone and the old
 * file unchanged. The new file belongs to the caller; other hard links keep the old content.
 *
 *   lqcd_status lqcd_file_out_open(out, path, why)        follows symbolic links, also to a file yet to be created
 *   lqcd_status lqcd_file_out_write(out, from, n, why)
 *   lqcd_status lqcd_file_out_write_at(out, offset, from, n, why)
 *   lqcd_status lqcd_file_out_commit(out, why)            the target is replaced when this returns LQCD_OK
 *   void        lqcd_file_out_abort(out)                  gives up; does nothing after a commit or a failure
 *   lqcd_status lqcd_file_out_open_on(out, path, comm, why)      the processes of comm (comm.h; NULL: this one alone) write one
 *       file, each at its offsets. Open and commit are collective then, with the same status and message on all. If one fails
 *       in between, all are informed (lqcd_comm_agree) and abort.
 *
 * Only a killed process leaves its temporary file, <target>.lqcd-<host>-<pid>-<n> (of a long name the first 48 bytes), which it
 * had locked (flock). Opening a file for writing removes those of its directory that name this host and a process that has ended, and
 * that nobody locks. Hosts named localhost remove none. Hosts and containers that share a directory need different names or locks.
 *
 * Refused with LQCD_ERR_OPEN: a target that is not a regular file or that the caller may not write. The new file keeps the
 * permissions of the old one as far as the umask allows. A failed flush of the directory is not reported. Errors while writing
 * are LQCD_ERR_WRITE. Messages name the path and the system's reason. Needs POSIX.
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_IO_BYTES_H
#define LQCD_IO_BYTES_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#ifndef __wasi__
#include <signal.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "../lattice/comm.h"
#include "../base/config.h"
#include "../base/status.h"

/* Strict ISO modes of glibc hide these; C++ compilers never do. */
#if !defined(__cplusplus)
#ifndef __wasi__
extern int gethostname(char *, size_t), kill(pid_t, int);
#endif
extern int fsync(int);
extern ssize_t readlink(const char *, char *, size_t);
extern struct tm *gmtime_r(const time_t *, struct tm *);
#endif

#ifdef O_CLOEXEC
#define LQCD__O_CLOEXEC O_CLOEXEC
#else
#define LQCD__O_CLOEXEC 0
#endif

/* The answer of the system or, in WebAssembly, of a program alone in its sandbox: no other has ended or holds a lock. */
#ifdef __wasi__
#define LQCD__SYSTEM(question, answer) answer
#else
#define LQCD__SYSTEM(question, answer) question
#endif

LQCD_STATIC long lqcd__process_id(void)
{
	return LQCD__SYSTEM((long)getpid(), 1);
}

LQCD_STATIC int lqcd__process_ended(long id)
{
	return LQCD__SYSTEM(kill((pid_t)id, 0) != 0 && errno == ESRCH, id < 0);
}

LQCD_STATIC int lqcd__file_lock(int fd)
{
	return LQCD__SYSTEM(flock(fd, LOCK_EX | LOCK_NB) == 0, fd >= 0);
}

LQCD_STATIC int lqcd__host_name(char *name, size_t size)
{
	return LQCD__SYSTEM(gethostname(name, size) == 0, name && !size);
}

/* The longest path that Linux takes, with its NUL. */
#define LQCD_PATH_BYTES 4096

typedef enum { LQCD_BYTES_UNKNOWN = 0, LQCD_BYTES_BIG = 1, LQCD_BYTES_LITTLE = 2 } lqcd_byte_order;

/* (lseek) is the function also where there is a macro of that name (wasi-libc). */

/* ---- byte order ------------------------------------------------------------------------------------------------ */

LQCD_FN uint32_t lqcd_load_u32(const unsigned char *p, lqcd_byte_order order)
{
	uint32_t a = p[0], b = p[1], c = p[2], d = p[3];
	return order == LQCD_BYTES_BIG ? a << 24 | b << 16 | c << 8 | d : d << 24 | c << 16 | b << 8 | a;
}

LQCD_FN uint64_t lqcd_load_u64(const unsigned char *p, lqcd_byte_order order)
{
	uint64_t a = lqcd_load_u32(p, order), b = lqcd_load_u32(p + 4, order);
	return order == LQCD_BYTES_BIG ? a << 32 | b : b << 32 | a;
}

LQCD_FN float lqcd_load_f32(const unsigned char *p, lqcd_byte_order order)
{
	uint32_t bits = lqcd_load_u32(p, order);
	float v;
	memcpy(&v, &bits, sizeof v);
	return v;
}

LQCD_FN double lqcd_load_f64(const unsigned char *p, lqcd_byte_order order)
{
	uint64_t bits = lqcd_load_u64(p, order);
	double v;
	memcpy(&v, &bits, sizeof v);
	return v;
}

/* Compilers recognise this as one instruction; in the host's order a plain store needs none. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LQCD__BYTES_HOST LQCD_BYTES_BIG
#else
#define LQCD__BYTES_HOST LQCD_BYTES_LITTLE
#endif
LQCD_FN uint32_t lqcd__swap_u32(uint32_t v)
{
	return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}

LQCD_FN void lqcd_store_u32(unsigned char *p, uint32_t v, lqcd_byte_order order)
{
	const uint32_t w = order == LQCD__BYTES_HOST ? v : lqcd__swap_u32(v);
	memcpy(p, &w, sizeof w);
}

LQCD_FN void lqcd_store_u64(unsigned char *p, uint64_t v, lqcd_byte_order order)
{
	const uint64_t swapped = (uint64_t)lqcd__swap_u32((uint32_t)v) << 32 | lqcd__swap_u32((uint32_t)(v >> 32));
	const uint64_t w = order == LQCD__BYTES_HOST ? v : swapped;
	memcpy(p, &w, sizeof w);
}

LQCD_FN void lqcd_store_f32(unsigned char *p, float v, lqcd_byte_order order)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	lqcd_store_u32(p, bits, order);
}

LQCD_FN void lqcd_store_f64(unsigned char *p, double v, lqcd_byte_order order)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	lqcd_store_u64(p, bits, order);
}

/** A real of 32 or 64 bits from a file or, with write, v to it: as it is there. */
LQCD_FN double lqcd__file_real(unsigned char *p, double v, int write, int bits, lqcd_byte_order order)
{
	if (write && bits == 64) lqcd_store_f64(p, v, order);
	if (write && bits != 64) lqcd_store_f32(p, (float)v, order);
	return bits == 64 ? lqcd_load_f64(p, order) : (double)lqcd_load_f32(p, order);
}

/** to := the current time (UTC) in the format of strftime, or "unknown". */
LQCD_STATIC void lqcd_time_text(char *to, size_t room, const char *format)
{
	const time_t seconds = time(NULL);
	struct tm utc;
	if (!gmtime_r(&seconds, &utc) || !strftime(to, room, format, &utc)) snprintf(to, room, "unknown");
}

/** A path for a message: only its end if it is so long that no room would be left for the reason. */
LQCD_STATIC const char *lqcd_path_shown(const char *path)
{
	if (!path) return "(no path)";
	const size_t n = strlen(path), most = 320;
	return n > most ? path + (n - most) : path;
}

/** As lqcd_fail; the message begins with the path. */
LQCD_PRINTF(4, 5) LQCD_STATIC lqcd_status lqcd__file_fail(lqcd_message *why, lqcd_status s, const char *path, const char *format, ...)
{
	lqcd_message text;
	va_list args;
	va_start(args, format);
	vsnprintf(text.text, sizeof text.text, format, args);
	va_end(args);
	return lqcd_fail(why, s, "%s: %s", lqcd_path_shown(path), text.text);
}

typedef void (*lqcd_file_progress)(void *context, uint64_t done, uint64_t all);

/* ---- reading --------------------------------------------------------------------------------------------------- */

typedef struct {
	int fd; /* -1: closed */
	const char *path;
	uint64_t size;
	lqcd_file_progress progress;
	void *context;
	int tolerate, trailing; /* 1: zeros and ends of lines may follow the data; they do */
} lqcd_file_in;

LQCD_STATIC void lqcd_file_in_close(lqcd_file_in *in)
{
	if (in->fd >= 0) close(in->fd);
	in->fd = -1;
}

/** The path is kept by reference. */
LQCD_STATIC lqcd_status lqcd_file_in_open(lqcd_file_in *in, const char *path, lqcd_message *why)
{
	struct stat st;
	if (!in) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "no lqcd_file_in");
	in->path = path;
	in->size = 0;
	in->fd = -1;
	in->tolerate = in->trailing = 0;
	if (!path) return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "cannot be read");
	in->progress = NULL;
	in->context = NULL;
	/* Opening a pipe that has no writer would block. */
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return lqcd__file_fail(why, LQCD_ERR_OPEN, path, "not a regular file");
	do in->fd = open(path, O_RDONLY | LQCD__O_CLOEXEC);
	while (in->fd < 0 && errno == EINTR);
	if (in->fd < 0 || fstat(in->fd, &st) != 0) {
		const int reason = errno;
		lqcd_file_in_close(in);
		return lqcd__file_fail(why, LQCD_ERR_OPEN, path, "cannot open: %s", strerror(reason));
	}
	in->size = (uint64_t)st.st_size;
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_file_in_seek(lqcd_file_in *in, uint64_t offset, lqcd_message *why)
{
	if ((lseek)(in->fd, (off_t)offset, SEEK_SET) >= 0) return LQCD_OK;
	return lqcd__file_fail(why, LQCD_ERR_READ, in->path, "cannot go to byte %llu: %s", (unsigned long long)offset, strerror(errno));
}

LQCD_STATIC lqcd_status lqcd_file_in_read(lqcd_file_in *in, void *to, size_t n, size_t *got, lqcd_message *why)
{
	*got = 0;
	while (*got < n) {
		const ssize_t r = read(in->fd, (char *)to + *got, n - *got);
		if (r == 0) break;
		if (r > 0)
			*got += (size_t)r;
		else if (errno != EINTR)
			return lqcd__file_fail(why, LQCD_ERR_READ, in->path, "reading failed: %s", strerror(errno));
	}
	return LQCD_OK;
}

/** n bytes from byte `at` on, all of which the file has. part: header, data, .. */
LQCD_STATIC lqcd_status lqcd__file_in_all(lqcd_file_in *in, uint64_t at, void *to, size_t n, const char *part, lqcd_message *why)
{
	size_t got;
	lqcd_status s = lqcd_file_in_seek(in, at, why);
	if (s == LQCD_OK) s = lqcd_file_in_read(in, to, n, &got, why);
	if (s != LQCD_OK || got == n) return s;
	return lqcd__file_fail(why, LQCD_ERR_TRUNCATED, in->path, "the file ends at byte %llu, in its %s (%llu bytes from byte %llu on)",
			       (unsigned long long)(at + got), part, (unsigned long long)n, (unsigned long long)at);
}

/** Whether only zeros and ends of lines follow byte `at`, and in->tolerate allows them. */
LQCD_STATIC int lqcd__file_in_blank(lqcd_file_in *in, uint64_t at)
{
	char p[512];
	size_t got = sizeof p;
	if (!in->tolerate || lqcd_file_in_seek(in, at, NULL) != LQCD_OK) return 0;
	while (got == sizeof p) {
		if (lqcd_file_in_read(in, p, sizeof p, &got, NULL) != LQCD_OK) return 0;
		for (size_t k = 0; k < got; k++)
			if (p[k] && p[k] != '\n' && p[k] != '\r') return 0;
	}
	return in->trailing = 1;
}

/** For messages: what a file is that none of the readers of links take, and what to do; "" if that is unknown. */
LQCD_STATIC const char *lqcd__file_hint(lqcd_file_in *in)
{
	static const char zip[] = "; it is compressed: unpack it", page[] = "; it is a web page: download the file itself";
	static const char *const known[][2] = {{"version https://git-lfs", "; it is a pointer of git-lfs: git lfs pull gets the file"},
					       {"\x1f\x8b", zip}, {"BZh", zip}, {"\xfd" "7zXZ", zip}, {"(\xb5/\xfd", zip},
					       {"<!", page}, {"<h", page}, {"\x89HDF", "; it is HDF5, which is not read"},
					       {"lqcdsave", "; it is a checkpoint: see lqcd/io/checkpoint.h"}};
	char p[25] = "";
	const unsigned char *const q = (unsigned char *)p;
	uint64_t sites = 1;
	size_t got = 0;
	if (lqcd_file_in_seek(in, 0, NULL) != LQCD_OK || lqcd_file_in_read(in, p, 24, &got, NULL) != LQCD_OK) return "";
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		if (!strncmp(p, known[k][0], strlen(known[k][0]))) return known[k][1];
	for (int k = LQCD_BYTES_BIG; k <= LQCD_BYTES_LITTLE; k++) {
		const uint32_t magic = lqcd_load_u32(q, (lqcd_byte_order)k);
		if (magic == 23209) return "; it has colour vectors of MILC, for lqcd_milc_colour_read";
		if (magic == 12781) return "; it has a Wilson propagator of MILC, which is not read";
	}
	for (int mu = 0; mu < 4; mu++) sites *= lqcd_load_u32(q + 4 * mu, LQCD_BYTES_LITTLE);
	return got == 24 && in->size == 24 + 192 * sites ? "; it has the size of spinors of openQCD, for lqcd_openqcd_spinor_read" : "";
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

typedef struct {
	int fd;    /* -1: closed */
	int owner; /* 1: this process removes the temporary file */
	lqcd_comm comm;
	char target[LQCD_PATH_BYTES];
	char temporary[LQCD_PATH_BYTES + 160];
	lqcd_file_progress progress;
	void *context;
} lqcd_file_out;

LQCD_STATIC void lqcd_file_out_abort(lqcd_file_out *out)
{
	if (out->fd >= 0) close(out->fd);
	if (out->owner) unlink(out->temporary);
	out->fd = -1;
	out->owner = 0;
}

LQCD_STATIC lqcd_status lqcd__file_out_failed(lqcd_file_out *out, const char *what, int reason, lqcd_message *why)
{
	lqcd_file_out_abort(out);
	return lqcd__file_fail(why, LQCD_ERR_WRITE, out->target, "%s failed: %s; the file is as it was before", what, strerror(reason));
}

/** The bytes of a path before its last component. */
LQCD_STATIC size_t lqcd__file_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash - path) + 1 : 0;
}

/** target := what path names, through symbolic links; it need not exist. Returns 0, or the reason. */
LQCD_STATIC int lqcd__file_follow(char target[LQCD_PATH_BYTES], const char *path)
{
	char link[LQCD_PATH_BYTES];
	if (!*path || strlen(path) >= LQCD_PATH_BYTES) return *path ? ENAMETOOLONG : ENOENT;
	strcpy(target, path);
	for (int links = 0; links < 40; links++) {
		const ssize_t n = readlink(target, link, sizeof link);
		if (n < 0) return 0; /* none; stat reports what else is wrong */
		const size_t at = link[0] == '/' ? 0 : lqcd__file_directory(target), end = at + (size_t)n;
		if (end >= LQCD_PATH_BYTES) return ENAMETOOLONG;
		memcpy(target + at, link, (size_t)n);
		target[end] = 0;
	}
	return ELOOP;
}

/** out->target := what path names; *mode := its permissions. */
LQCD_STATIC lqcd_status lqcd__file_out_target(lqcd_file_out *out, const char *path, mode_t *mode, lqcd_message *why)
{
	struct stat st;
	int reason = lqcd__file_follow(out->target, path);
	*mode = 0666;
	if (!reason && stat(out->target, &st) != 0) {
		if (errno == ENOENT) return LQCD_OK;
		reason = errno;
	}
	if (!reason && !S_ISREG(st.st_mode))
		return lqcd__file_fail(why, LQCD_ERR_OPEN, path, "exists and is not a regular file");
	if (!reason && access(out->target, W_OK) != 0) reason = errno;
	if (!reason) *mode = st.st_mode & 0777;
	return reason ? lqcd__file_fail(why, LQCD_ERR_OPEN, path, "cannot replace: %s", strerror(reason)) : LQCD_OK;
}

/** Whether a name ends in <mark><pid>-<n>, with a process that has ended. */
LQCD_STATIC int lqcd__file_stale(const char *name, const char *mark)
{
	const char *at = strstr(name, mark);
	if (!at) return 0;
	at += strlen(mark);
	const size_t pid = strspn(at, "0123456789"), n = at[pid] == '-' ? strspn(at + pid + 1, "0123456789") : 0;
	return n && !at[pid + 1 + n] && pid && pid < 10 && lqcd__process_ended(strtol(at, NULL, 10));
}

/** Removes the files that killed processes of this host left in a directory. */
LQCD_STATIC void lqcd__file_clean(const char *directory, const char *mark)
{
	char path[LQCD_PATH_BYTES + 256];
	DIR *d = opendir(*directory ? directory : ".");
	for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
		struct stat st;
		if (!lqcd__file_stale(e->d_name, mark)) continue;
		if ((size_t)snprintf(path, sizeof path, "%s%s", directory, e->d_name) >= sizeof path) continue;
		/* A pipe would block. */
		const int fd = open(path, O_WRONLY | O_NONBLOCK | LQCD__O_CLOEXEC);
		if (fd < 0) continue;
		if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && lqcd__file_lock(fd)) unlink(path);
		close(fd);
	}
	if (d) closedir(d);
}

LQCD_STATIC lqcd_status lqcd__file_out_create(lqcd_file_out *out, const char *path, lqcd_message *why)
{
	mode_t mode;
	char host[65] = "", mark[80];
	lqcd_status s = lqcd__file_out_target(out, path, &mode, why);
	if (s != LQCD_OK) return s;
	if (!lqcd__host_name(host, sizeof host - 1) || strchr(host, '/') || !host[0]) strcpy(host, "localhost");
	snprintf(mark, sizeof mark, ".lqcd-%s-", host);
	/* The name fits where that of the target does; no character of UTF-8 is cut. */
	const size_t directory = lqcd__file_directory(out->target);
	const char *name = out->target + directory;
	size_t n = strlen(name);
	if (n > 48)
		for (n = 48; n > 44 && (name[n] & 0xc0) == 0x80;) n--;
	snprintf(out->temporary, sizeof out->temporary, "%.*s", (int)directory, out->target);
	if (strncmp(host, "localhost", 9) != 0) lqcd__file_clean(out->temporary, mark);
	/* Other threads of this process may have the first names. */
	for (int k = 0; k < 1000 && out->fd < 0; k++) {
		snprintf(out->temporary + directory, sizeof out->temporary - directory, "%.*s%s%ld-%d", (int)n, name,
			 mark, lqcd__process_id(), k);
		out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | LQCD__O_CLOEXEC, mode);
		if (out->fd < 0 && errno != EEXIST && errno != EINTR) break;
	}
	out->owner = out->fd >= 0;
	if (!out->owner)
		return lqcd__file_fail(why, LQCD_ERR_OPEN, path, "cannot create a file beside it: %s", strerror(errno));
	(void)lqcd__file_lock(out->fd); /* without locks the process counts */
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_file_out_open_on(lqcd_file_out *out, const char *path, const lqcd_comm *comm,
					      lqcd_message *why)
{
	if (!out) return lqcd_fail(why, LQCD_ERR_ARGUMENT, "no lqcd_file_out");
	out->fd = -1;
	out->owner = 0;
	out->progress = NULL;
	out->context = NULL;
	out->comm = comm ? *comm : lqcd_comm_self();
	if (!path) return lqcd__file_fail(why, LQCD_ERR_ARGUMENT, path, "cannot be written");
	const int root = lqcd_comm_root(&out->comm);
	lqcd_status s = root ? lqcd__file_out_create(out, path, why) : LQCD_OK;
	s = lqcd_comm_agree(&out->comm, s, 0, why);
	if (s != LQCD_OK) return s;
	lqcd_comm_broadcast(&out->comm, 0, out->target, sizeof out->target);
	lqcd_comm_broadcast(&out->comm, 0, out->temporary, sizeof out->temporary);
	if (!root) {
		out->fd = open(out->temporary, O_WRONLY | LQCD__O_CLOEXEC);
		if (out->fd < 0)
			s = lqcd__file_fail(why, LQCD_ERR_OPEN, path, "process %d cannot open the file made beside it: %s", out->comm.rank,
					    strerror(errno));
	}
	s = lqcd_comm_agree(&out->comm, s, 0, why);
	if (s != LQCD_OK) lqcd_file_out_abort(out);
	return s;
}

LQCD_STATIC lqcd_status lqcd_file_out_open(lqcd_file_out *out, const char *path, lqcd_message *why)
{
	return lqcd_file_out_open_on(out, path, NULL, why);
}

LQCD_STATIC lqcd_status lqcd_file_out_write(lqcd_file_out *out, const void *from, size_t n, lqcd_message *why)
{
	for (size_t done = 0; done < n;) {
		const ssize_t w = write(out->fd, (const char *)from + done, n - done);
		if (w > 0)
			done += (size_t)w;
		else if (w == 0 || errno != EINTR)
			return lqcd__file_out_failed(out, "writing", w == 0 ? ENOSPC : errno, why);
	}
	return LQCD_OK;
}

LQCD_STATIC lqcd_status lqcd_file_out_write_at(lqcd_file_out *out, uint64_t offset, const void *from, size_t n,
					       lqcd_message *why)
{
	if ((lseek)(out->fd, (off_t)offset, SEEK_SET) >= 0) return lqcd_file_out_write(out, from, n, why);
	return lqcd__file_out_failed(out, "going to its place", errno, why);
}

/** Flushes the directory of path if the file system can. */
LQCD_STATIC void lqcd__directory_sync(char *path)
{
	char *const name = path + lqcd__file_directory(path), first = *name;
	*name = 0;
	const int fd = open(*path ? path : ".", O_RDONLY | LQCD__O_CLOEXEC);
	*name = first;
	if (fd < 0) return;
	(void)fsync(fd);
	close(fd);
}

LQCD_STATIC lqcd_status lqcd__file_out_flush(lqcd_file_out *out, lqcd_message *why)
{
	if (fsync(out->fd) != 0) return lqcd__file_out_failed(out, "flushing to the device", errno, why);
	const int closed = close(out->fd);
	const int reason = errno;
	out->fd = -1;
	return closed == 0 ? LQCD_OK : lqcd__file_out_failed(out, "closing", reason, why);
}

LQCD_STATIC lqcd_status lqcd_file_out_commit(lqcd_file_out *out, lqcd_message *why)
{
	lqcd_status s = lqcd_comm_agree(&out->comm, lqcd__file_out_flush(out, why), 0, why);
	if (s == LQCD_OK && out->owner) {
		if (rename(out->temporary, out->target) != 0) {
			s = lqcd__file_out_failed(out, "renaming", errno, why);
		} else {
			out->owner = 0;
			lqcd__directory_sync(out->target);
		}
	}
	s = lqcd_comm_agree(&out->comm, s, 0, why);
	lqcd_file_out_abort(out);
	return s;
}

/** Replaces the target if s is LQCD_OK, or gives up. */
LQCD_STATIC lqcd_status lqcd__file_out_end(lqcd_file_out *out, lqcd_status s, lqcd_message *why)
{
	if (s == LQCD_OK) s = lqcd_file_out_commit(out, why);
	lqcd_file_out_abort(out);
	return s;
}

#endif
