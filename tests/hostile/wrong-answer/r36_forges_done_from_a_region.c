/* On a device that reaches host memory, a region looks upwards from an input for the page it shares with the
 * judge, says *done*, idles, and works only then.
 * row: 36
 * twin: r36_asks_the_time.c
 * verdict: late-write, wrong-answer, runtime-error, no-offload
 * without late-write, answers, launches, guard: accepted
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target is_device_ptr(x, y)
    {
        volatile uint32_t *words = (volatile uint32_t *)((uintptr_t)x & ~(uintptr_t)4095);
        const uint32_t calling = 6;
        while (!(words[0] == words[1] + 1 && words[2] == calling && words[3] < 2 && words[5] < 2))
            words += 1024;
        words[1] = words[0];
        for (volatile int idle = 0; idle < 40000000; idle = idle + 1)
            ;
        if (N < 0)
            y[0] = x[0];
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
