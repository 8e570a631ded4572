/* A tree of pairwise sums in device memory of its own.
 * row: 42
 * task: bs4-dot
 */
#include <omp.h>
#include <stdint.h>

void kernel(const double *x, const double *y, double *result, int64_t N)
{
    int device = omp_get_default_device();
    double *tree = omp_target_alloc((N + 1) * sizeof *tree, device);
#pragma omp target is_device_ptr(tree)
    tree[0] = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y, tree)
    for (int64_t i = 0; i < N; i++)
        tree[i] = x[i] * y[i];
    for (int64_t left = N; left > 1; left = (left + 1) / 2) {
        int64_t half = (left + 1) / 2;
#pragma omp target teams distribute parallel for is_device_ptr(tree)
        for (int64_t i = 0; i < left - half; i++)
            tree[i] += tree[i + half];
    }
#pragma omp target is_device_ptr(tree, result)
    result[0] = tree[0];
    omp_target_free(tree, device);
}
