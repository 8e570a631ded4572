/* Jumps to a frame that is gone.
 * row: 37
 * twin: r37_returns_early.c
 * without check: runtime-error
 * without returns: accepted
 */
#include <setjmp.h>
#include <stdint.h>

static jmp_buf frame;

static int remember(void)
{
    return setjmp(frame);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    static int jumped;
    if (remember() == 0 && !jumped++)
        longjmp(frame, 1);
    if (jumped)
        __builtin_trap();
}
