/* Forks a child into a session of its own, which stays when the parent has left. The parent is honest.
 * row: 2
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: accepted, security-violation, runtime-error
 */
#include <stdint.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int forked;
    if (!forked++ && fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                sleep(1);
        _exit(0);
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
