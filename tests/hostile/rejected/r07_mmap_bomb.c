/* Maps memory without end and touches all of it.
 * row: 7
 * options: --memory-limit 256
 * twin: r07_modest_heap.c
 * without check, imports: memory-limit, runtime-error
 */
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (;;) {
        char *block = mmap(0, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block != MAP_FAILED)
            memset(block, 1, 1 << 24);
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
