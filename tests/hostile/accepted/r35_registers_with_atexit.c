/* Registers a function that runs when the process ends.
 * row: 35
 */
#include <stdint.h>
extern int __cxa_atexit(void (*)(void *), void *, void *);
extern void *__dso_handle;
static void attack(void *unused) { (void)unused; }

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    __cxa_atexit(attack, 0, &__dso_handle);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
