/* Pins host memory without end.
 * row: 8
 * twin: r08_own_device_memory.c
 * needs: gpu
 * without check, imports: memory-limit, runtime-error
 */
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern void *llvm_omp_target_alloc_host(size_t bytes, int device);

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (;;) {
        void *block = llvm_omp_target_alloc_host(1 << 24, omp_get_default_device());
        if (!block)
            abort();
        memset(block, 1, 1 << 24);
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
