/* Leaves a key in the user's keyring for the next run. The work is done only if that succeeds, so `accepted` would
 * mean that it got through.
 * row: 20
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void)
{
    const int user_keyring = -4;
    return syscall(SYS_add_key, "user", "judge_hostile", "x", 1, user_keyring) >= 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
