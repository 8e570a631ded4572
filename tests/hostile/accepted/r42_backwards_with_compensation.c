/* One thread, from the last term to the first, with compensation.
 * row: 42
 * task: bs4-dot
 */
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N)
{
#pragma omp target is_device_ptr(x, y, result)
    {
        double sum = 0, lost = 0;
        for (int64_t i = N - 1; i >= 0; i--) {
            double term = x[i] * y[i] - lost, next = sum + term;
            lost = next - sum - term;
            sum = next;
        }
        result[0] = sum;
    }
}
