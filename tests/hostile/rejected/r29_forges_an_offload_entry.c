/* Adds an entry of its own to the table of target regions.
 * row: 29
 * twin: r02_region_in_a_helper.c
 * without check, imports: no-offload, runtime-error, build-failed
 */
#include <stdint.h>
struct entry { uint64_t a; uint16_t b, c; uint32_t d; void *e; char *f; uint64_t g, h; void *i; };
__attribute__((section("llvm_offload_entries"), used)) static struct entry forged;

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
