/* Types a command into the terminal of the one who runs the judge. The work is done only if that succeeds, so
 * `accepted` would mean that it got through.
 * row: 23
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <fcntl.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int attack(void)
{
    for (int file = 0; file < 16; file++)
        if (ioctl(file, TIOCSTI, "#") == 0)
            return 1;
    return open("/dev/tty", O_RDWR) >= 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
