/* Throws a C++ exception out of the call: kernels are built without exceptions.
 * row: 37
 * twin: r17_small_template.cpp
 * verdict: build-failed, rejected, runtime-error
 */
#include <cstdint>

extern "C" void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    throw 1;
}
