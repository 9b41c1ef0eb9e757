/* tests/support/alloc_hook.h: LQCD_ALLOC and LQCD_FREE that count, poison, and fail on request. Include it before lqcd.
 *
 *   hook.live        blocks that are allocated now
 *   hook.calls       allocations asked for so far; set it to 0 at will
 *   hook.fail_at     the call that fails: it makes hook.calls equal to this; 0: none
 *   hook.alignment   what the last call asked for
 *   hook.bytes */
#ifndef LQCD_TESTS_ALLOC_HOOK_H
#define LQCD_TESTS_ALLOC_HOOK_H

#include <stdlib.h>
#include <string.h>

#define LQCD_ALLOC(alignment, bytes) hook_alloc(alignment, bytes)
#define LQCD_FREE(p)                 hook_free(p)

static struct {
	long live, calls, fail_at;
	size_t alignment, bytes;
} hook;

static void *hook_alloc(size_t alignment, size_t bytes) __attribute__((unused));
static void *hook_alloc(size_t alignment, size_t bytes)
{
	void *p = NULL;
	const long call = __atomic_add_fetch(&hook.calls, 1, __ATOMIC_RELAXED); /* threads of a team allocate, too */
	hook.alignment = alignment;
	hook.bytes = bytes;
	if (call != hook.fail_at) p = aligned_alloc(alignment, bytes);
	if (p) {
		(void)__atomic_add_fetch(&hook.live, 1, __ATOMIC_RELAXED);
		memset(p, 0xA5, bytes);
	}
	return p;
}

static void hook_free(void *p) __attribute__((unused));
static void hook_free(void *p)
{
	(void)__atomic_sub_fetch(&hook.live, 1, __ATOMIC_RELAXED);
	free(p);
}

#endif
