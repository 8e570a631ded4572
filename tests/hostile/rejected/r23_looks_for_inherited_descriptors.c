/* Looks for an open directory, socket or file of the host among its descriptors. The work is done only if that
 * succeeds, so `accepted` would mean that it got through.
 * row: 23
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

static int attack(void)
{
    for (int file = 3; file < 1 << 16; file++) {
        struct stat what;
        if (fstat(file, &what) == 0 && (S_ISDIR(what.st_mode) || S_ISSOCK(what.st_mode) || (S_ISREG(what.st_mode) && what.st_nlink > 0)))
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
