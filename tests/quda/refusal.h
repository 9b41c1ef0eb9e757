/* tests/quda/refusal.h: calls that end a program of QUDA with a sentence, each in a process of its own. */
#ifndef LQCD_TESTS_QUDA_REFUSAL_H
#define LQCD_TESTS_QUDA_REFUSAL_H

#include <sys/wait.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "../support/tap.h"

static char refusal_text[600]; /* what the last one said */

/** Whether call(k) ends with status 1 and "ERROR: .." that has `word`. The process has one thread: those of OpenMP that ran before are
 * not in it, and a loop of more would wait for them. */
static int is_refused(void (*call)(int), int k, const char *word)
{
	int pipes[2], status = 0;
	size_t length = 0;
	fflush(stdout);
	if (pipe(pipes) != 0) return 0;
	const pid_t child = fork();
	if (child == 0) {
#ifdef _OPENMP
		omp_set_num_threads(1);
#endif
		dup2(pipes[1], 2);
		call(k);
		_exit(0);
	}
	close(pipes[1]);
	for (ssize_t n; (n = read(pipes[0], refusal_text + length, sizeof refusal_text - 1 - length)) > 0;) length += (size_t)n;
	refusal_text[length] = 0;
	close(pipes[0]);
	waitpid(child, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 1 && strstr(refusal_text, "ERROR: ") && strstr(refusal_text, word);
}

#endif
