/* Maps every descriptor it may have inherited, says *done* on a page that looks like the judge's, waits, and works
 * only then.
 * row: 36
 * twin: r36_asks_the_time.c
 * without check, imports: late-write, wrong-answer, no-offload, runtime-error, security-violation
 * without check, imports, narrow: late-write, wrong-answer, no-offload, runtime-error, security-violation
 * without check, imports, narrow, late-write, answers, launches, guard: accepted
 */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int attack(void)
{
    for (int file = 0; file < 64; file++) {
        volatile uint32_t *words = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (words != MAP_FAILED && words[0] == words[1] + 1) {
            words[1] = words[0];
            usleep(50000);
            return 1;
        }
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
