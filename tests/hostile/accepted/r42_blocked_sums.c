/* Sums blocks of 64, then the blocks.
 * row: 42
 * task: bs4-dot
 */
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N)
{
    double sum = 0;
    int64_t blocks = (N + 63) / 64;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) reduction(+ : sum) map(tofrom : sum)
    for (int64_t block = 0; block < blocks; block++) {
        double part = 0;
        for (int64_t i = block * 64; i < block * 64 + 64 && i < N; i++)
            part += x[i] * y[i];
        sum += part;
    }
#pragma omp target is_device_ptr(result)
    result[0] = sum;
}
