/* Sets affinity, priority, locale, signal handlers and an alternate stack: gone with the process.
 * row: 38
 * twin: r38_sets_the_rounding_mode.c
 * without check, imports: accepted, security-violation, runtime-error
 * without check, imports, narrow: accepted, security-violation
 */
#define _GNU_SOURCE
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static char stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    sched_setaffinity(0, sizeof cpus, &cpus);
    (void)!nice(19);
    setlocale(LC_ALL, "C.UTF-8");
    sigaltstack(&alternate, 0);
    for (int number = 1; number < 32; number++)
        signal(number, SIG_IGN);
    setenv("LANG", "tlh", 1);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
