/* Fills anonymous files, which count as shared memory and survive a look at the process's own heap.
 * row: 7
 * options: --memory-limit 256
 * twin: r07_modest_heap.c
 * without check, imports: memory-limit, runtime-error, security-violation
 * without check, imports, narrow: memory-limit, runtime-error, security-violation, output-limit
 */
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static char block[1 << 20];
    for (;;) {
        long file = syscall(SYS_memfd_create, "bomb", 0);
        if (file < 0)
            abort();
        for (int i = 0; i < 4096 && write((int)file, block, sizeof block) > 0; i++)
            ;
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
