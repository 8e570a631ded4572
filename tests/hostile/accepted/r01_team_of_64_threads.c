/* Twin: one team of more threads than a small machine has, and of a number at which LLVM's runtime miscounts its threads
 * when it is told in the wrong way to do without helpers.
 * row: 1
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target parallel for num_threads(64) is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
