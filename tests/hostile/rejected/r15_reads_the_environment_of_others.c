/* Looks through the environments and open files of the processes around it. The work is done only if that
 * succeeds, so `accepted` would mean that it got through.
 * row: 15
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int holds(const char *path, const char *word)
{
    static char text[1 << 16];
    int file = open(path, O_RDONLY);
    if (file < 0)
        return 0;
    ssize_t length = read(file, text, sizeof text);
    close(file);
    return length > 0 && memmem(text, (size_t)length, word, strlen(word));
}

static int attack(void)
{
    char path[64];
    for (int pid = 1; pid < 1 << 15; pid++) {
        snprintf(path, sizeof path, "/proc/%d/environ", pid);
        if (holds(path, "JUDGE_HOSTILE_SECRET"))
            return 1;
        snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
        if (holds(path, "submit"))
            return 1;
    }
    return 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
