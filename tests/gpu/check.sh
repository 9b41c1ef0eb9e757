#!/bin/sh
# tests/gpu/check.sh TOOL PROGRAM [LAUNCHER..]: a test program for GPUs under one tool of compute-sanitizer, with one thread of
# the host; make gpu-check calls it. What the program says goes to build/gpu/check/TOOL-PROGRAM, its end is shown after an error.
# racecheck and initcheck, which follow each access, see fewer lattices: with all they run for hours. memcheck, which counts
# memory that a program leaves at its end, sees no errors of quda.h that end one.
tool=$1 program=$2
shift 2
options=
case $tool in
memcheck) export LQCD_TEST_LEAKS=1; options='--leak-check full --report-api-errors no' ;;
*) export LQCD_TEST_FEW=1 ;;
esac
name=$tool-$(basename "$program")
out=build/gpu/check/$name
mkdir -p build/gpu/check
start=$(date +%s)
PATH=$PATH:/usr/local/cuda/bin OMP_NUM_THREADS=1 "$@" compute-sanitizer --error-exitcode 1 --tool "$tool" $options "$program" >"$out" 2>&1
status=$?
said="$name after $(($(date +%s) - start)) s, $(grep -c '^ok' "$out") checks"
[ $status = 0 ] && echo "$said: no error" || { echo "$said: exit status $status"; tail -n 30 "$out"; exit 1; }
