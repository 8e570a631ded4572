/* Makes the compiler call itself without end, by words that only the preprocessor puts together.
 * row: 18
 * twin: r16_own_headers.c
 */
#include <stdint.h>

#define STRING(words) #words
#define TOLD(words) _Pragma(STRING(words))
#define JOINED(left, right) left##right
TOLD(clang JOINED(__de, bug) overflow_stack)

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
