/* Calls the system without the library: a table of imports shows nothing. The work is done only if that succeeds,
 * so `accepted` would mean that it got through.
 * row: 22
 * twin: r02_region_in_a_helper.c
 * without check: security-violation, runtime-error, no-offload, wrong-answer
 * without check, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>

static long call(long number, long a, long b, long c)
{
    long answer;
    __asm__ volatile("syscall" : "=a"(answer) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return answer;
}

static int attack(void)
{
    const long socket = 41, local = 1, stream = 1;
    return call(socket, local, stream, 0) >= 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
