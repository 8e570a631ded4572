/* Makes the compiler warn 65,536 times: built as usual, the words are cut.
 * row: 17
 * twin: r17_small_macro.c
 * verdict: accepted, build-failed
 */
#include <stdint.h>

#define W0 zero = (void *)1ul == (int *)zero;
#define W1 W0 W0
#define W2 W1 W1
#define W3 W2 W2
#define W4 W3 W3
#define W5 W4 W4
#define W6 W5 W5
#define W7 W6 W6
#define W8 W7 W7
#define W9 W8 W8
#define W10 W9 W9
#define W11 W10 W10
#define W12 W11 W11
#define W13 W12 W12
#define W14 W13 W13
#define W15 W14 W14
#define W16 W15 W15

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int zero = 0;
    W16
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
