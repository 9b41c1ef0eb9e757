/* tests/gpu/ranks_quda.cu: compat/quda.h on several processes, each with a device: the Wilson quarks of ../mpi/quda.c. */
#define LQCD_MPI 1
#define LQCD_QUDA_DEVICE
#include "../mpi/quda.c"
