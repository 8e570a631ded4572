/* Calls the system by the 32-bit gate, where the numbers mean other calls. The work is done only if that succeeds,
 * so `accepted` would mean that it got through.
 * row: 22
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>

static int attack(void)
{
    const int getpid_of_32_bits = 20;
    int answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(getpid_of_32_bits) : "memory", "r8", "r9", "r10", "r11");
    return answer > 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
