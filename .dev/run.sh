set -u
export GPU_ARCHS=sm_90 NVCC=/usr/local/cuda/bin/nvcc
nproc; gcc --version | head -1; nvidia-smi -L; lscpu | grep 'Model name'
t0=$SECONDS
(cd .base && make -j4 GPU_ARCHS=sm_90 build/gpu/bench/wilson >/dev/null 2>$OUT/base.err; make -j4 build/bench/solver build/bench/multigrid build/bench/heatbath build/bench/flow build/bench/domain_wall >/dev/null 2>>$OUT/base.err) &
make -j10 GPU_ARCHS=sm_90 build/gpu/bench/wilson build/gpu/tests/wilson build/gpu/tests/solver build/gpu/tests/stencil build/gpu/tests/su3_multiply build/gpu/tests/p2p build/gpu/tests/bits >$OUT/new.log 2>&1
make -j12 build/bench/solver build/bench/multigrid build/bench/heatbath build/bench/flow build/bench/domain_wall >>$OUT/new.log 2>&1
wait
echo "compiled after $((SECONDS - t0)) s"; tail -3 $OUT/new.log; tail -3 $OUT/base.err
for t in wilson solver su3_multiply stencil p2p; do timeout 120 build/gpu/tests/$t >$OUT/t.$t 2>&1; echo "$t: exit $?, $(grep -c '^ok' $OUT/t.$t) ok, $(grep -c '^not ok' $OUT/t.$t) not ok"; grep '^not ok' $OUT/t.$t | head -3; done
timeout 60 build/gpu/tests/bits --print > $OUT/bits.print 2>&1; echo "bits print $? $(wc -l <$OUT/bits.print)"
timeout 60 build/gpu/tests/bits | tail -2
echo "tests after $((SECONDS - t0)) s"
for r in 1 2; do .base/build/gpu/bench/wilson hops 32 >$OUT/base.hops$r 2>&1; build/gpu/bench/wilson hops 32 >$OUT/new.hops$r 2>&1; done
.base/build/gpu/bench/wilson solves 16 >$OUT/base.solves 2>&1; build/gpu/bench/wilson solves 16 >$OUT/new.solves 2>&1
echo "gpu bench after $((SECONDS - t0)) s"
