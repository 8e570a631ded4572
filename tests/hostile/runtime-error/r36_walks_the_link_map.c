/* Finds the C library from the global offset table, whose second word is the list of loaded objects.
 * row: 36
 * twin: r02_region_in_a_helper.c
 */
#include <stdint.h>
extern uintptr_t _GLOBAL_OFFSET_TABLE_[];
struct map { uintptr_t base; char *name; void *dynamic; struct map *next; };

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    int objects = 0;
    for (struct map *map = (struct map *)_GLOBAL_OFFSET_TABLE_[1]; map; map = map->next)
        objects++;
    if (objects == 0)
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
