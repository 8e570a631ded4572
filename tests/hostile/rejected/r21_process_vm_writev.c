/* Writes another process's memory. Any error but a plain refusal counts as having got through. The work is done
 * only if that succeeds, so `accepted` would mean that it got through.
 * row: 21
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/uio.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static int attack(void)
{
    static char from[8], to[8];
    struct iovec here = {from, 8}, there = {to, 8};
    return syscall(SYS_process_vm_writev, getpid(), &here, 1, &there, 1, 0) >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
