/* Queues the copy on a CUDA stream of its own, on which the runtime does not wait, and returns.
 * row: 32
 * task: bs1-copy
 * twin: r28_copies_every_time.c
 * needs: gpu
 * without check, imports: accepted, late-write, no-offload, runtime-error, security-violation
 */
#include <dlfcn.h>
#include <stdint.h>

void kernel(const double *a, double *b, int64_t N)
{
    static void *stream;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    int (*create)(void **, unsigned) = (int (*)(void **, unsigned))dlsym(driver, "cuStreamCreate");
    int (*copy)(uint64_t, uint64_t, uint64_t, void *) = (int (*)(uint64_t, uint64_t, uint64_t, void *))dlsym(driver, "cuMemcpyDtoDAsync_v2");
    const unsigned non_blocking = 1;
#pragma omp target is_device_ptr(a, b)
    if (N > 0)
        b[0] = a[0];
    if (!stream)
        create(&stream, non_blocking);
    copy((uint64_t)b, (uint64_t)a, N * sizeof *b, stream);
}
