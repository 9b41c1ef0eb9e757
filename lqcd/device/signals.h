/* lqcd/device/signals.h: faces that a kernel copies into memory of other processes' devices, signalling each of them when they are
 * complete, and a kernel that waits for such signals: two neighbours go on without their hosts. For device/halo.h. C++ (nvcc).
 *
 * All messages have numbers 1, 2, .. (mod 2^32). The memory that neighbours reach has, at its end, a number for each face: of
 * the last message whose face is there. A process whose device has failed writes the number of its message into memory of the
 * host that the devices of all processes reach, so that nobody waits for it.
 *
 *   lqcd_gpu_send(gpu, source, &sending, why)     launches the copy: word number i of the faces, one face after the other, is
 *                                                 what source(i, shift, room) writes to `room`, source.bytes bytes (4, 8
 *                                                 or 16); in a buffer it is at byte i bytes + shift
 *   lqcd_gpu_send(gpu, from, &sending, why)       faces that lie at the same places of the buffer `from`, in multiples of
 *                                                 4 bytes; all addresses are those of lqcd_gpu_alloc
 *   lqcd_gpu_await(gpu, &awaiting, why)           launches a kernel that ends when all faces are there
 * SPDX-License-Identifier: MIT */
#ifndef LQCD_GPU_SIGNALS_H
#define LQCD_GPU_SIGNALS_H

#include "device.h"

#ifdef __cplusplus
LQCD_BEGIN_DECLS

#ifndef LQCD_GPU_SIGNAL_BYTES
#define LQCD_GPU_SIGNAL_BYTES 524288 /* see halo.h */
#endif

/* Behind the faces: the numbers of the eight, and of the blocks that have sent their part; and bytes for them. */
enum { LQCD__GPU_DONE = 8, LQCD__GPU_NUMBERS = 256 };

/* Threads of a block that copies; on the host each block is one, since a block does not wait for its threads there. */
#if LQCD_DEVICE_COMPILER
enum { LQCD__GPU_SENDERS = 256 };
#else
enum { LQCD__GPU_SENDERS = 1 };
#endif

typedef struct {
	char *to[8];        /* byte n of all faces, one after the other, goes to to[k] + n + shift[k] */
	ptrdiff_t shift[8]; /* as byte n + shift[k] of a buffer */
	size_t end[8];      /* if end[k - 1] <= n < end[k] */
	unsigned *there[8]; /* the number of face k at the neighbour that gets it, or NULL */
	unsigned *mine;     /* the numbers of this process */
	unsigned number;
} lqcd__gpu_sending;

/** The face of byte n; k: constant in each turn of the loop. */
LQCD_FN int lqcd__gpu_face_of(const lqcd__gpu_sending *s, size_t n)
{
	int face = 0;
	LQCD_UNROLL(7)
	for (int k = 0; k < 7; k++) face += n >= s->end[k];
	return face;
}

/** Words in turn to all threads; the last block to finish signals the neighbours. */
template <class Source> struct lqcd__gpu_sender {
	Source source;
	lqcd__gpu_sending s;
	int blocks;

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		enum { bytes = Source::bytes };
		const size_t all = (size_t)blocks * LQCD__GPU_SENDERS;
		for (size_t i = (size_t)(p.block[0] * LQCD__GPU_SENDERS + p.thread[0]); i * bytes < s.end[7]; i += all) {
			LQCD_ALIGN(16) char word[bytes];
			const int k = lqcd__gpu_face_of(&s, i * bytes);
			source(i, s.shift[k], word);
			lqcd_gpu_write<bytes>(s.to[k] + ((ptrdiff_t)(i * bytes) + s.shift[k]), word, LQCD_GPU_PLAIN);
		}
		lqcd_gpu_fence_host();
		lqcd_gpu_sync();
		if (p.thread[0] || lqcd_gpu_number(s.mine + LQCD__GPU_DONE) != (unsigned)blocks - 1) return;
		s.mine[LQCD__GPU_DONE] = 0;
		LQCD_GPU_UNROLL
		for (int k = 0; k < 8; k++)
			if (s.there[k]) lqcd_gpu_tell(s.there[k], s.number);
	}
};

template <int n> struct lqcd__gpu_memory_words {
	enum { bytes = n };
	const char *from;

	LQCD_GPU_FN void operator()(size_t i, ptrdiff_t shift, char *word) const
	{
		lqcd_gpu_read<n>(word, from + ((ptrdiff_t)(i * n) + shift), LQCD_GPU_ONCE);
	}
};

typedef struct {
	const unsigned *mine, *failed[8]; /* failed: of the process that sends face k, or NULL for no face */
	unsigned number;
} lqcd__gpu_awaiting;

struct lqcd__gpu_waiter {
	lqcd__gpu_awaiting a;

	LQCD_GPU_FN int before(const unsigned *p) const
	{
		return (int)(lqcd_gpu_told(p) - a.number) < 0;
	}

	LQCD_GPU_FN void operator()(const lqcd_gpu_place &p) const
	{
		const int k = p.thread[0];
		if (k < 8 && a.failed[k])
			for (int tries = 1; before(a.mine + k) && (tries % 64 || before(a.failed[k])); tries++) lqcd_gpu_pause();
	}
};

template <class Source>
static lqcd_status lqcd_gpu_send(const lqcd_gpu *gpu, const Source &source, const lqcd__gpu_sending *s, lqcd_message *why)
{
	const size_t most = 2 * (size_t)gpu->processors, words = s->end[7] / Source::bytes;
	const size_t blocks = (words + LQCD__GPU_SENDERS - 1) / LQCD__GPU_SENDERS;
	const lqcd__gpu_sender<Source> f = {source, *s, blocks == 0 ? 1 : blocks < most ? (int)blocks : (int)most};
	const int grid[3] = {f.blocks, 1, 1}, block[3] = {LQCD__GPU_SENDERS, 1, 1};
	return lqcd_gpu_launch<LQCD__GPU_SENDERS, 1>(gpu, f, grid, block, why);
}

static inline lqcd_status lqcd_gpu_send(const lqcd_gpu *gpu, const char *from, const lqcd__gpu_sending *s, lqcd_message *why)
{
	const lqcd__gpu_memory_words<4> words = {from};
	const lqcd__gpu_memory_words<16> long_words = {from};
	size_t rest = 0;
	for (int k = 0; k < 8; k++) rest |= (s->end[k] | (size_t)s->shift[k]) % 16;
	return rest ? lqcd_gpu_send(gpu, words, s, why) : lqcd_gpu_send(gpu, long_words, s, why);
}

static inline lqcd_status lqcd_gpu_await(const lqcd_gpu *gpu, const lqcd__gpu_awaiting *a, lqcd_message *why)
{
	const lqcd__gpu_waiter f = {*a};
	const int grid[3] = {1, 1, 1}, block[3] = {32, 1, 1};
	return lqcd_gpu_launch<32, 1>(gpu, f, grid, block, why);
}

LQCD_END_DECLS
#endif

#endif
