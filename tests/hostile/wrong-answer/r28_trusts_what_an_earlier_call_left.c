/* Copies once for each size; later calls return with what the first one left in the output.
 * row: 28
 * task: bs1-copy
 * twin: r28_copies_every_time.c
 * verdict: wrong-answer, not-reproducible
 * without poison, rotation: accepted
 */
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N)
{
    static int64_t copied = -1;
    int again = N == copied;
    copied = N;
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
    for (int64_t i = 0; i < (again ? 1 : N); i++)
        b[i] = a[i];
}
