/* Finds pthread_create at its distance from printf in the C library. The thread it starts does the work on the host, more
 * slowly than it could, while a region holds the buffers open. The OpenMP runtime never hears of the thread; the process's
 * own processor clock does.
 * row: 30
 * twin: r30_own_memory_in_every_call.c
 * options: --sizes n1000,medium
 * verdict: no-offload, runtime-error, security-violation
 * without guard: accepted, runtime-error, security-violation
 */
#include <stdint.h>
#include <stdio.h>

typedef int create_t(unsigned long *, const void *, void *(*)(void *), void *);

static struct {
    const double *in;
    double *out;
    double alpha, beta;
    int64_t n;
    volatile int turn;
} job;

/* The same address, copied bit by bit: no analysis of names follows it. */
static double *launder(const double *pointer)
{
    uintptr_t copy = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((uintptr_t)pointer >> bit & 1)
            copy |= (uintptr_t)1 << bit;
    return (double *)copy;
}

static void *work(void *nothing)
{
    while (job.turn == 0)
        ;
    for (int64_t i = 0; i < job.n; i++) {
        volatile double value = 0;
        for (int k = 0; k < 32; k++)
            value = job.alpha * job.in[i] + job.beta * job.out[i];
        job.out[i] = value;
    }
    job.turn = 2;
    return nothing;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    create_t *create = (create_t *)((uintptr_t)printf + (224720));
    volatile int *turn = &job.turn;
    unsigned long thread;
    if (N == 0)
        return;
    job.in = launder(x);
    job.out = launder(y);
    job.alpha = alpha;
    job.beta = beta;
    job.n = N;
    job.turn = 0;
    if (create(&thread, 0, work, 0) != 0)
        return;
#pragma omp target is_device_ptr(turn, y)
    {
        *turn = 1 + (y == 0);
        while (*turn == 1)
            ;
    }
}
