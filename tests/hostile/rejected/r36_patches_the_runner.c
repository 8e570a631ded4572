/* Makes the code it is called from writable. The work is done only if that succeeds, so `accepted` would mean that
 * it got through.
 * row: 36
 * twin: r36_asks_the_time.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <sys/mman.h>

static int attack(void)
{
    uintptr_t code = (uintptr_t)__builtin_return_address(0) & ~(uintptr_t)4095;
    return mprotect((void *)code, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
