/* Puts links, a FIFO, a directory, a socket and a device where a judge may look for results, its own object among them.
 * Otherwise honest.
 * row: 14
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: accepted, security-violation, runtime-error
 */
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static void plant(const char *path, unsigned kind)
{
    unlink(path);
    switch (kind % 6) {
    case 0: (void)!symlink("/etc/shadow", path); break;
    case 1: (void)!link("/proc/self/exe", path); break;
    case 2: mkfifo(path, 0666); break;
    case 3: mkdir(path, 0777); break;
    case 4: mknod(path, S_IFSOCK | 0666, 0); break;
    case 5: mknod(path, S_IFCHR | 0666, makedev(1, 5)); break;
    }
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static const char *const folders[] = {"/", "/tmp", "/judge", "/dev/shm", "/proc/self/cwd", "."};
    static const char *const names[] = {"result", "result.json", "out", "stdout", "stderr", "kernel.so", "judge_hostile_14"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        for (unsigned j = 0; j < sizeof names / sizeof *names; j++) {
            char path[256];
            snprintf(path, sizeof path, "%s/%s", folders[i], names[j]);
            plant(path, i + j);
        }
    }
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
