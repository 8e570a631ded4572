/* Twin: makes every sweep.
 * row: 43
 * task: tests/tasks/sweeps
 * options: --sizes small
 */
#include <stdint.h>

static void sweep(const uint64_t *from, uint64_t *to, int64_t N)
{
#pragma omp target teams distribute parallel for is_device_ptr(from, to)
    for (int64_t i = 0; i < N; i++)
        to[i] = from[i] + from[i + 1 < N ? i + 1 : 0];
}

void kernel(uint64_t *y, uint64_t *z, int64_t N, int64_t R)
{
    for (int64_t r = 0; r < R; r++) {
        sweep(y, z, N);
        sweep(z, y, N);
    }
}
