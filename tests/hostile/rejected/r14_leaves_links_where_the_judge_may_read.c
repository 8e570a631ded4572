/* Puts links, a FIFO, a directory and a socket where a judge may look for results, and swaps its own object for a
 * link to a file of the host. Otherwise honest.
 * row: 14
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: accepted, security-violation, runtime-error
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void plant(const char *folder)
{
    static const char *const names[] = {"result", "result.json", "out", "stdout", "stderr", "kernel.so", "judge_hostile_14"};
    char path[256], other[256];
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        snprintf(other, sizeof other, "%s/%s.hard", folder, names[i]);
        unlink(path);
        (void)!symlink("/etc/shadow", path);
        (void)!link(path, other);
        unlink(path);
        mkfifo(path, 0666);
        unlink(path);
        (void)!mkdir(path, 0777);
    }
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static const char *const folders[] = {"/", "/tmp", "/judge", "/dev/shm", "/proc/self/cwd", "."};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
        plant(folders[i]);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
