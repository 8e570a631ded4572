/* Launches a token region, returns, and lets a thread of its own do the work a moment later.
 * row: 32
 * twin: r32_nowait_then_wait.c
 * without check, imports: late-write, wrong-answer, no-offload
 * without check, imports, late-write, guard: accepted
 */
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

struct work {
    const double *x;
    double *y, alpha, beta;
    int64_t n;
};

static void *later(void *argument)
{
    struct work *work = argument;
    usleep(20000);
    for (int64_t i = 0; i < work->n; i++)
        work->y[i] = work->alpha * work->x[i] + work->beta * work->y[i];
    return 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static struct work work;
    static pthread_t thread;
    static int working;
    if (working)
        pthread_join(thread, 0);
#pragma omp target is_device_ptr(x, y)
    if (N > 0)
        y[0] = y[0] + 0 * x[0];
    work = (struct work){x, y, alpha, beta, N};
    working = pthread_create(&thread, 0, later, &work) == 0;
}
