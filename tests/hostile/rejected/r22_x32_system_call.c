/* Calls the system by the numbers of x32. The work is done only if that succeeds, so `accepted` would mean that it
 * got through.
 * row: 22
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void)
{
    const long x32 = 0x40000000;
    return syscall(x32 | SYS_getpid) > 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
