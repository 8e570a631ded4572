/* Twin: leaves a region to a task, and a team waits for its tasks before it ends. Its second thread begins beside the first
 * call's region; with helper threads, LLVM's runtime did not wait. It does not on a GPU, where the region is launched, or
 * ends, after the return.
 * row: 32
 * gpu: wrong-answer, late-write, no-offload
 */
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp parallel num_threads(2)
#pragma omp single nowait
#pragma omp task
    {
#pragma omp target teams distribute parallel for is_device_ptr(x, y) nowait
        for (int64_t i = 0; i < N; i++)
            y[i] = alpha * x[i] + beta * y[i];
    }
}
