/* A grandchild holds standard output and error open after everyone else has left: a reader that waits for the end
 * of the stream waits for ever.
 * row: 3
 * twin: r03_prints_a_line.c
 * without check, imports: accepted, security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: accepted, security-violation, runtime-error
 */
#include <stdint.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int forked;
    if (!forked++ && fork() == 0) {
        if (fork() == 0)
            for (;;)
                pause();
        _exit(0);
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
