/* Includes a file of the host; a macro hides the name.
 * row: 16
 * twin: r16_own_headers.c
 * verdict: rejected, build-failed
 * without check: build-failed
 */
#define FOLDER /etc
#define QUOTE(word) QUOTED(word)
#define QUOTED(word) #word
#include QUOTE(FOLDER/passwd)
#include <stdint.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
