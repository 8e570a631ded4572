/* A host loop in HIP.
 * row: 29
 * twin: r16_plain.hip
 * without check: no-offload, runtime-error
 * without check, guard, launches: accepted
 */
#include <hip/hip_runtime.h>
#include <cstdint>

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
