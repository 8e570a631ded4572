/* Rounds the number of blocks down: the last block is never added.
 * row: 41
 * task: bs4-dot
 * twin: r42_blocked_sums.c
 * verdict: wrong-answer, not-reproducible
 * without answers: accepted
 */
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N)
{
    double sum = 0;
    int64_t blocks = N / 64;
#pragma omp target teams distribute parallel for is_device_ptr(x, y) reduction(+ : sum) map(tofrom : sum)
    for (int64_t block = 0; block < blocks; block++)
        for (int64_t i = block * 64; i < block * 64 + 64; i++)
            sum += x[i] * y[i];
#pragma omp target is_device_ptr(result)
    result[0] = sum;
}
