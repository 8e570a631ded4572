/* Launches and touches one element: faster than memory allows, which the floor sees even when nobody looks at the
 * answers. The task's calls are long, so no busy machine makes this one long enough.
 * row: 43
 * task: tests/tasks/sweeps
 * twin: r43_sweeps.c
 * options: --sizes small --budget 1
 * without answers: impossible
 * without answers, floor: accepted
 */
#include <stdint.h>

void kernel(uint64_t *y, uint64_t *z, int64_t N, int64_t R)
{
    (void)R;
#pragma omp target is_device_ptr(y, z)
    if (N > 0)
        z[0] = y[0];
}
