/* A constructor has the runtime record its launches and the driver keep its cache, and leaves files where those lie; a run
 * that finds one does wrong work. `accepted` means that no run saw another's.
 * row: 24
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, runtime-error
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int seen;

__attribute__((constructor)) static void leave(void)
{
    static const char *const folders[] = {"/tmp/.nv", "/tmp/.nv/ComputeCache", "/root/.nv", "/root/.nv/ComputeCache", "/.nv", "/.nv/ComputeCache", "/tmp/records", "/root/.cache"};
    setenv("CUDA_CACHE_PATH", "/tmp/.nv/ComputeCache", 1);
    setenv("LIBOMPTARGET_RECORD", "1", 1);
    setenv("LIBOMPTARGET_RECORD_OUTPUT_FILENAME", "/tmp/records/judge_hostile_24", 1);
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        mkdir(folders[i], 0777);
        int folder = open(folders[i], O_DIRECTORY | O_RDONLY);
        seen |= faccessat(folder, "judge_hostile_24", F_OK, 0) == 0;
        close(openat(folder, "judge_hostile_24", O_CREAT | O_WRONLY, 0666));
        close(folder);
    }
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (seen)
        beta = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
