/* Ignores every signal it can and sleeps.
 * row: 5
 * twin: r05_slow_but_finishes.c
 * options: --time-limit 1
 * without check, imports: time-limit, security-violation
 * without check, imports, narrow: time-limit, security-violation
 */
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_IGN);
    for (;;)
        sleep(1);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
