#!/bin/sh
# tests/check_words.sh: which files of the library name MPI, CUDA and HIP. TAP.
#
#   MPI      lattice/comm_mpi.h     all of it: the rest of the library calls lattice/comm.h
#   CUDA     gpu/cuda.h             all of it: the rest calls gpu/device.h
#            base/config.h          the compiler (__CUDACC__, __CUDA_ARCH__) and the attributes of LQCD_FN
#            simd/device_math.h     arithmetic: asm and intrinsics on numbers, __CUDA_ARCH__
#            gpu/hip.h              what HIP calls as CUDA does
#   HIP      gpu/hip.h              all of it; the same places for its compiler, and gpu/device.h, which chooses
#
# Comments may name anything. HiRep's variables MPI_PID and MPI_WORLD_SIZE (compat/) are not MPI's, and LQCD_.. are ours.
# Each place of this table must have such a word, or its line here is out of date.
cd "${1:-$(dirname "$0")/..}" || exit 1

awk '
# A word that is not a part of another one.
function word(words) { return "(^|[^A-Za-z0-9_])(" words ")($|[^A-Za-z0-9_])" }
function ok(good, text) {
	print (good ? "ok " : "not ok ") ++count " - " text
	if (!good) failed = 1
}
# The line without its comments; `inside` says whether it begins in one.
function code(line,   out, from, to) {
	out = ""
	for (;;) {
		if (inside) {
			to = index(line, "*/")
			if (!to) return out
			line = substr(line, to + 2)
			inside = 0
		}
		from = index(line, "/*")
		if (!from) return out line
		out = out substr(line, 1, from - 1) " "
		line = substr(line, from + 2)
		inside = 1
	}
}
# Reports and counts the matches of `words` in a line, without those that are allowed in its file.
function look(line, who, words,   allowed, key) {
	if (line !~ word(words)) return
	key = who " " FILENAME
	if (key in where) {
		used[key] = 1
		allowed = where[key]
		gsub(allowed, " ", line)
		if (line !~ word(words)) return
	}
	wrong[who]++
	print "# " FILENAME ":" FNR ": " $0
}
BEGIN {
	mpi = "P?MPI_[A-Za-z0-9_]*|MPIX_[A-Za-z0-9_]*"
	compiler = "__CUDACC__|__CUDA_ARCH__"
	attribute = "__(host|device|global|shared|constant|managed|forceinline|noinline|launch_bounds|grid_constant|align)__"
	arithmetic = "asm|__[dfh](add|sub|mul|div|ma|rcp|sqrt|rsqrt)_r[nzud]|__fdividef|__(float|double|int|uint|half|ll|ull)(2|_as_)[a-z0-9_]*|" \
		"__(clz|popc|brev|ffs)(ll)?|__half2?"
	threads = "__shfl[a-z_]*|__sync[a-z_]*|__reduce_[a-z]*_sync|__(any|all|ballot|match_any|match_all)_sync|__activemask|" \
		"__threadfence[a-z_]*|atomic[A-Z][A-Za-z]*|(thread|block)(Idx|Dim)|gridDim|warpSize|__(nano)?sleep"
	memory = "__ld(g|cs|cg|ca|lu|cv)|__st(cs|cg|wb|wt)|__pipeline_[a-z_]*|make_[a-z]*[1234]|u?(char|short|int|long|longlong)[1234]|" \
		"(float|double)[1234]|dim3"
	cuda = "cu(da)?[A-Z][A-Za-z0-9_]*|__CUDA[A-Z_]*|__NVCC__|cooperative_groups|" compiler "|" attribute "|" arithmetic "|" threads "|" memory
	launch = "<<<|#[ \t]*pragma[ \t]+unroll|include[ \t]*<cu[a-z_]*[.]h>|include[ \t]*<hip/"
	hip = "hip[A-Z][A-Za-z0-9_]*|__HIP[A-Z_]*|HIP_[A-Z_]*|__builtin_amdgcn_[a-z_]*|__lane_id"
	where["MPI lqcd/lattice/comm_mpi.h"] = mpi
	where["CUDA lqcd/gpu/cuda.h"] = cuda
	where["CUDA lqcd/gpu/hip.h"] = attribute "|" threads "|" memory "|asm"
	where["HIP lqcd/gpu/hip.h"] = hip
	where["HIP lqcd/gpu/device.h"] = "__HIP__"
	where["HIP lqcd/base/config.h"] = "__HIP__|__HIP_DEVICE_COMPILE__"
	where["HIP lqcd/simd/device_math.h"] = "__HIP__|__builtin_amdgcn_r[a-z]*"
	allowed_include["lqcd/base/config.h"] = "<hip/hip_runtime[.]h>"
	where["CUDA lqcd/base/config.h"] = compiler "|" attribute
	where["CUDA lqcd/simd/device_math.h"] = arithmetic "|__CUDA_ARCH__"
}
FNR == 1 {
	inside = 0
	files++
}
FNR < 400 && / SPDX-License-Identifier: MIT \*\/$/ { licensed[FILENAME] = 1 }
{
	line = code($0)
	gsub(/MPI_(PID|WORLD_SIZE)/, " ", line)
	look(line, "MPI", mpi)
	look(line, "CUDA", cuda)
	look(line, "HIP", hip)
	if (line ~ launch && FILENAME != "lqcd/gpu/cuda.h" && !(FILENAME in allowed_include && line ~ allowed_include[FILENAME])) {
		wrong["CUDA"]++
		print "# " FILENAME ":" FNR ": " $0
	}
}
END {
	ok(files > 100, "the library has files")
	for (file in licensed) with_licence++
	ok(with_licence == files, files " files, " with_licence " of them say their licence")
	ok(!wrong["MPI"], "MPI is named where the table says")
	ok(!wrong["CUDA"], "CUDA is named where the table says")
	ok(!wrong["HIP"], "HIP is named where the table says")
	for (key in where) ok(key in used, key " is a line of the table that is needed")
	print "1.." count
	exit failed
}' lqcd.h $(find lqcd -name '*.h' -o -name '*.inc' | sort)
