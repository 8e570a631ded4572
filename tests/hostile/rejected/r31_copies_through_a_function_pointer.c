/* Copies the arrays to the host, works there and copies back, by a function pointer.
 * row: 31
 * twin: r31_maps_a_scalar.c
 * without check: rejected
 * without check, imports: transfer
 * without check, imports, transfer: accepted
 */
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int (*volatile copy)(void *, const void *, size_t, size_t, size_t, int, int) = omp_target_memcpy;
    int device = omp_get_default_device(), host = omp_get_initial_device();
    size_t bytes = N * sizeof *y;
    double *in = malloc(bytes + 1), *out = malloc(bytes + 1);
    copy(in, x, bytes, 0, 0, host, device);
    copy(out, y, bytes, 0, 0, host, device);
    for (int64_t i = 0; i < N; i++)
        out[i] = alpha * in[i] + beta * out[i];
    copy(y, out, bytes, 0, 0, device, host);
    free(in);
    free(out);
#pragma omp target is_device_ptr(x, y)
    if (N > 0)
        y[0] = y[0] + 0 * x[0];
}
