/* Opens the memory of its parent and of the first processes. The work is done only if that succeeds, so `accepted`
 * would mean that it got through.
 * row: 15
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static int attack(void)
{
    char path[64];
    for (int pid = 1; pid < 1 << 15; pid++) {
        if (pid == getpid())
            continue;
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        if (open(path, O_RDONLY) >= 0)
            return 1;
    }
    return 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
