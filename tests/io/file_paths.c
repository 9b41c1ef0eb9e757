/* Paths of files that are written (lqcd/io/bytes.h): symbolic links, long and odd names, temporary files of processes that
 * were killed, and calls that fail. */
#include "system_hook.h"

#include <signal.h>
#include <sys/wait.h>

#include "gauge.h"

#if !defined(__cplusplus)
extern int symlink(const char *, const char *), fchdir(int), kill(pid_t, int); /* hidden in strict ISO modes */
extern ssize_t readlink(const char *, char *, size_t);
#endif

/* All paths are relative to the directory of the test. */
static lqcd_status put(const char *path, const char *text)
{
	lqcd_file_out out;
	why.text[0] = 0;
	lqcd_status s = lqcd_file_out_open(&out, path, &why);
	if (s == LQCD_OK) s = lqcd_file_out_write(&out, text, strlen(text), &why);
	return s == LQCD_OK ? lqcd_file_out_commit(&out, &why) : s;
}

static int has(const char *path, const char *text)
{
	char got[64] = "";
	const int fd = open(path, O_RDONLY);
	const ssize_t n = fd < 0 ? -1 : read(fd, got, sizeof got - 1);
	if (fd >= 0) close(fd);
	return n == (ssize_t)strlen(text) && !memcmp(got, text, strlen(text));
}

static int exists(const char *name)
{
	int found = 0;
	DIR *d = opendir(".");
	for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) found |= !strcmp(e->d_name, name);
	if (d) closedir(d);
	return found;
}

static int points_to(const char *path, const char *target)
{
	char got[LQCD_PATH_BYTES];
	const ssize_t n = readlink(path, got, sizeof got);
	return n == (ssize_t)strlen(target) && !memcmp(got, target, strlen(target));
}

static void make_link(const char *target, const char *path)
{
	if (symlink(target, path) == 0) return;
	printf("Bail out! no symbolic links here\n");
	exit(99);
}

/* ---- links ----------------------------------------------------------------------------------------------------- */

static void check_links(void)
{
	char absolute[LQCD_PATH_BYTES], name[32], next[32];
	mkdir("a", 0700);
	mkdir("b", 0700);
	make_link("b", "dir");
	snprintf(absolute, sizeof absolute, "%s/b/far", directory);
	const struct {
		const char *link, *target, *file, *what;
	} links[] = {{"dangling", "b/new", "b/new", "a dangling link"},
		     {"a/up", "../b/up", "b/up", "a relative one from another directory"},
		     {"absolute", absolute, "b/far", "an absolute one"},
		     {"a/two", "../dangling2", "b/two", "two links"},
		     {"through", "dir/../b/through", "b/through", "a directory that is a link"}};
	make_link("dir/two", "dangling2");
	for (size_t k = 0; k < sizeof links / sizeof *links; k++) {
		make_link(links[k].target, links[k].link);
		for (int again = 0; again < 2; again++) {
			const char *text = again ? "second" : "first";
			const lqcd_status s = put(links[k].link, text);
			tap_ok(s == LQCD_OK && has(links[k].file, text) && points_to(links[k].link, links[k].target),
			       "%s is followed%s %s", links[k].what, again ? " again" : "", why.text);
		}
		unlink(links[k].link);
		unlink(links[k].file);
	}
	unlink("dangling2");
	unlink("dir");
	rmdir("a");
	make_link("none/x", "lost");
	tap_ok(put("lost", "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(ENOENT)) && points_to("lost", "none/x"),
	       "a link into no directory: %s", why.text);
	unlink("lost");
	make_link("two", "one");
	make_link("one", "two");
	tap_ok(put("one", "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(ELOOP)) && points_to("one", "two"),
	       "links in a circle: %s", why.text);
	unlink("one");
	unlink("two");
	for (int k = 0; k < 45; k++) {
		snprintf(name, sizeof name, "link%d", k);
		snprintf(next, sizeof next, "link%d", k + 1);
		make_link(next, name);
	}
	tap_ok(put("link0", "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(ELOOP)) && points_to("link3", "link4") &&
		       !exists("link45"),
	       "more links than the system follows: %s", why.text);
	tap_ok(put("link10", "x") == LQCD_OK && has("link45", "x") && points_to("link44", "link45"),
	       "35 links are followed %s", why.text);
	for (int k = 0; k < 46; k++) {
		snprintf(name, sizeof name, "link%d", k);
		unlink(name);
	}
	make_link("b", "to_directory");
	tap_ok(put("to_directory", "x") == LQCD_ERR_OPEN && strstr(why.text, "regular"), "a link to a directory: %s",
	       why.text);
	unlink("to_directory");
	rmdir("b");
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static int valid_utf8(const char *s)
{
	for (; *s; s++) {
		int more = (*s & 0xe0) == 0xc0 ? 1 : (*s & 0xf0) == 0xe0 ? 2 : (*s & 0xf8) == 0xf0 ? 3 : 0;
		if (!more && *s & 0x80) return 0;
		for (; more; more--)
			if ((*++s & 0xc0) != 0x80) return 0;
	}
	return 1;
}

/* Names of n bytes that begin with `first` and go on with characters of UTF-8. */
static void name_of(char *name, size_t n, size_t first, const char *character)
{
	memset(name, 'n', n);
	for (size_t at = first; at + strlen(character) <= n; at += strlen(character))
		memcpy(name + at, character, strlen(character));
	name[n] = 0;
}

static void check_names(void)
{
	static const char *const characters[] = {"x", "\303\251", "\342\202\254", "\360\235\204\236"};
	char name[300];
	int bad = 0, temporary = 0;
	for (size_t n = 1; n <= 255; n++)
		for (size_t k = 0; k < 4; k++) {
			lqcd_file_out out;
			name_of(name, n, n % 4, characters[k]);
			lqcd_status s = lqcd_file_out_open(&out, name, &why);
			temporary += s != LQCD_OK || strlen(out.temporary) > 143 || !valid_utf8(out.temporary);
			lqcd_file_out_abort(&out);
			if (n < 243 && n % 25) continue; /* flushing takes time */
			if (s == LQCD_OK) s = put(name, "x");
			bad += s != LQCD_OK || !has(name, "x");
			unlink(name);
		}
	tap_ok(!bad && !temporary, "names of 1 to 255 bytes: %d not written, %d temporary names", bad, temporary);
	name_of(name, 256, 0, "x");
	tap_ok(put(name, "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(ENAMETOOLONG)),
	       "256 bytes are too many: %.60s", why.text);
	tap_ok(put("", "x") == LQCD_ERR_OPEN && put("new/", "x") == LQCD_ERR_OPEN && !exists("new"), "no name: %s",
	       why.text);
	save("file1", "old", 3);
	tap_ok(put("file1/x", "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(ENOTDIR)) && has("file1", "old"),
	       "a file for a directory: %s", why.text);
	unlink("file1");
	save("odd\n\033]0;title\a", "old", 3);
	const lqcd_status s = put("odd\n\033]0;title\a/x", "x");
	tap_ok(s == LQCD_ERR_OPEN && strstr(why.text, "odd\\x0a\\x1b]0;title\\x07/x: "), "an odd name: %s", why.text);
	unlink("odd\n\033]0;title\a");
	tap_ok(put("odd\n\033[2J", "x") == LQCD_OK && has("odd\n\033[2J", "x"), "which is no hindrance %s", why.text);
	unlink("odd\n\033[2J");
}

/* ---- what killed processes leave ------------------------------------------------------------------------------- */

static pid_t dead_process(void)
{
	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) _exit(0);
	waitpid(child, NULL, 0);
	return child;
}

static void check_stale(void)
{
	const long dead = (long)dead_process(), alive = (long)getppid();
	const struct {
		const char *format; /* of a number of a process */
		long pid;
		int kept;
	} names[] = {{"target.lqcd-here-%ld-0", dead, 0},
		     {"another.lqcd-here-%ld-17", dead, 0},
		     {".lqcd-here-%ld-0", dead, 0},
		     {"target.lqcd-here-%ld-0", alive, 1},
		     {"target.lqcd-here-%ld-1", (long)getpid(), 1},
		     {"target.lqcd-there-%ld-0", dead, 1},
		     {"target.lqcd-here2-%ld-0", dead, 1},
		     {"target.lqcd-here-%ld-0x", dead, 1},
		     {"target.lqcd-here-%ld-", dead, 1},
		     {"target.lqcd-here-%ld", dead, 1},
		     {"target.lqcd-here--%ld", dead, 1},
		     {"target.lqcd-here-0-%ld", dead, 1}, /* of process 0 */
		     {"target.lqcd-here-%ld000000000-0", dead, 1},
		     {"target.lqcd-here-%ld-0.lqcd-here-", dead, 1},
		     {"target.tmp-here-%ld-0", dead, 1}};
	enum { NAMES = sizeof names / sizeof *names };
	char name[NAMES][80], directory_name[80], pipe_name[80], locked_name[80], link_name[80];
	hook_of.host = "here";
	for (int k = 0; k < NAMES; k++) {
		snprintf(name[k], sizeof name[k], names[k].format, names[k].pid);
		save(name[k], "part", 4);
	}
	snprintf(directory_name, sizeof directory_name, "d.lqcd-here-%ld-0", dead);
	snprintf(pipe_name, sizeof pipe_name, "p.lqcd-here-%ld-0", dead);
	snprintf(locked_name, sizeof locked_name, "l.lqcd-here-%ld-0", dead);
	snprintf(link_name, sizeof link_name, "s.lqcd-here-%ld-0", dead);
	mkdir(directory_name, 0700);
	mkfifo(pipe_name, 0600);
	make_link("nowhere", link_name);
	/* A host without a name of its own removes nothing; neither does a directory that cannot be read. */
	hook_of.host = "localhost.localdomain";
	lqcd_status s = put("target", "0");
	hook_of.host = "here";
	hook_of.what = HOOK_HOST;
	hook_of.calls = hook_of.fail_at = 0;
	if (s == LQCD_OK) s = put("target", "1");
	hook_of.what = HOOK_OPENDIR;
	hook_of.calls = hook_of.fail_at = 0;
	hook_of.error = EACCES;
	if (s == LQCD_OK) s = put("target", "2");
	hook_of.what = HOOK_NONE;
	int kept = 0;
	for (int k = 0; k < NAMES; k++) kept += exists(name[k]);
	tap_ok(s == LQCD_OK && kept == NAMES, "an unknown host or directory: all %d files stay %s", kept, why.text);
	hook_of.what = HOOK_LOCK;
	hook_of.fail_at = hook_of.calls = 0;
	hook_of.error = ENOLCK;
	s = put("target", "3");
	hook_of.what = HOOK_NONE;
	tap_ok(s == LQCD_OK && exists(name[0]) + exists(name[1]) + exists(name[2]) == 1,
	       "the one whose lock fails stays");
	save(locked_name, "part", 4);
	const int lock = open(locked_name, O_WRONLY);
	tap_ok(flock(lock, LOCK_EX | LOCK_NB) == 0, "a lock");
	s = put("target", "4");
	for (int k = 0; k < NAMES; k++) {
		tap_ok(s == LQCD_OK && exists(name[k]) == names[k].kept, "%s %s", name[k],
		       names[k].kept ? "stays" : "is removed");
		unlink(name[k]);
	}
	tap_ok(exists(directory_name) && exists(pipe_name) && exists(link_name), "a directory, a pipe and a link stay");
	tap_ok(exists(locked_name), "a locked file stays");
	close(lock);
	s = put("target", "5");
	tap_ok(s == LQCD_OK && !exists(locked_name) && has("target", "5"), "and goes with the lock");
	rmdir(directory_name);
	unlink(pipe_name);
	unlink(link_name);
	unlink("target");
	hook_of.host = NULL;
}

/* Real ones: killed while they hold the file open, which others meanwhile leave alone. */
static void check_killed(void)
{
	char temporary[LQCD_PATH_BYTES + 160];
	int tell[2], good = 1;
	hook_of.host = "here";
	for (int k = 0; k < 20; k++) {
		if (pipe(tell) != 0) return;
		fflush(stdout);
		const pid_t child = fork();
		if (child == 0) {
			lqcd_file_out out;
			lqcd_status s = lqcd_file_out_open(&out, "target", NULL);
			if (s == LQCD_OK && k % 2) s = lqcd_file_out_write(&out, "part", 4, NULL);
			if (s != LQCD_OK || write(tell[1], out.temporary, sizeof out.temporary) < 1) _exit(1);
			for (;;) sleep(1000);
		}
		close(tell[1]);
		good &= read(tell[0], temporary, sizeof temporary) == (ssize_t)sizeof temporary;
		close(tell[0]);
		good &= put("target", "one") == LQCD_OK && exists(temporary);
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		good &= exists(temporary) && put(k % 3 ? "target" : "another", "two") == LQCD_OK && !exists(temporary);
		unlink("another");
	}
	tap_ok(good && has("target", "two"), "20 killed writers: their files are removed afterwards, not before");
	unlink("target");
	hook_of.host = NULL;
}

/* ---- calls that fail ------------------------------------------------------------------------------------------- */

static void check_path_calls(void)
{
	static const struct {
		hooked_call what;
		int error;
		lqcd_status want; /* LQCD_OK: works without */
		const char *name;
	} rows[] = {{HOOK_STAT, EACCES, LQCD_ERR_OPEN, "stat"},    {HOOK_STAT, ELOOP, LQCD_ERR_OPEN, "stat"},
		    {HOOK_STAT, ENOTDIR, LQCD_ERR_OPEN, "stat"},   {HOOK_STAT, EIO, LQCD_ERR_OPEN, "stat"},
		    {HOOK_OPEN, EMFILE, LQCD_ERR_OPEN, "open"},    {HOOK_OPEN, ENOSPC, LQCD_ERR_OPEN, "open"},
		    {HOOK_OPEN, EROFS, LQCD_ERR_OPEN, "open"},     {HOOK_OPEN, EINTR, LQCD_OK, "open"},
		    {HOOK_LOCK, ENOLCK, LQCD_OK, "flock"},         {HOOK_OPENDIR, EMFILE, LQCD_OK, "opendir"},
		    {HOOK_HOST, EPERM, LQCD_OK, "gethostname"},    {HOOK_WRITE, ENOSPC, LQCD_ERR_WRITE, "write"},
		    {HOOK_WRITE, EDQUOT, LQCD_ERR_WRITE, "write"}, {HOOK_FSYNC, ENOSPC, LQCD_ERR_WRITE, "fsync"},
		    {HOOK_CLOSE, EDQUOT, LQCD_ERR_WRITE, "close"}};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		for (int there = 0; there < 2; there++) {
			if (there) save("target", "old", 3);
			const int before = files_in_directory();
			hook_of.calls = hook_of.fail_at = 0;
			hook_of.error = rows[k].error;
			hook_of.what = rows[k].what;
			const lqcd_status s = put("target", "new");
			hook_of.what = HOOK_NONE;
			const int told = s == LQCD_OK ||
					 (strstr(why.text, "target") && strstr(why.text, strerror(rows[k].error)));
			tap_ok(s == rows[k].want && told && files_in_directory() == before + (!s && !there) &&
				       (s == LQCD_OK ? has("target", "new")
					: there      ? has("target", "old")
						     : 1),
			       "%s fails, %s: %s", rows[k].name, there ? "a file is there" : "a new file",
			       s == LQCD_OK ? "it works without" : why.text);
			unlink("target");
		}
}

static int path_forbidden(void)
{
	return put("closed/target", "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(EACCES)) &&
	       put("link", "x") == LQCD_ERR_OPEN && strstr(why.text, strerror(EACCES));
}

/* A directory that may not be searched: whether the file is there is not known. */
static void check_path_forbidden(void)
{
	int status = 0;
	mkdir("closed", 0000);
	make_link("closed/target", "link");
	chmod(".", 0777);
	fflush(stdout);
	const pid_t child = fork();
	/* Nothing is forbidden to root, so that another user tries. */
	if (child == 0) _exit(geteuid() == 0 && setuid(65534) != 0 ? 2 : path_forbidden() ? 0 : 1);
	waitpid(child, &status, 0);
	chmod(".", 0700);
	if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 2))
		tap_skip("nothing is forbidden to root, and there is no other user");
	else
		tap_ok(status == 0 && points_to("link", "closed/target"), "a directory that is closed is told");
	unlink("link");
	rmdir("closed");
}

static void test_file_paths(void)
{
	begin();
	const int back = open(".", O_RDONLY);
	if (back < 0 || chdir(directory) != 0) {
		printf("Bail out! cannot go to %s\n", directory);
		exit(99);
	}
	check_links();
	check_names();
	check_stale();
	check_killed();
	check_path_calls();
	check_path_forbidden();
	tap_ok(files_in_directory() == 0, "nothing is left");
	if (fchdir(back) != 0) exit(99);
	close(back);
	end();
}
