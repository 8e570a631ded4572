/* Catches its own crash and carries on as if nothing had been: half of the work is missing.
 * row: 38
 * twin: r37_returns_early.c
 * without check, imports: wrong-answer, runtime-error, security-violation
 * without check, imports, narrow: wrong-answer, runtime-error, security-violation
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>

static sigjmp_buf safe;

static void caught(int number)
{
    siglongjmp(safe, number);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    signal(SIGSEGV, caught);
    if (sigsetjmp(safe, 1))
        return;
    int64_t all = N;
    N /= 2;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    volatile double *nowhere = 0;
    y[0] = *nowhere * (double)all;
}
