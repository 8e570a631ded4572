/* Makes empty files until no inode is left, then dies.
 * row: 13
 * twin: r03_prints_a_line.c
 * options: --time-limit 10
 * without check, imports: security-violation, runtime-error
 * without check, imports, narrow: runtime-error, memory-limit, output-limit
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void fill(void)
{
    static char block[1 << 20];
    char name[64];
    for (int i = 0; i < 1 << 30; i++) {
        snprintf(name, sizeof name, "/tmp/judge_hostile_%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0)
            abort();
        (void)block;
        close(file);
    }
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    fill();
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
