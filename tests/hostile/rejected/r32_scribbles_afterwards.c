/* Right at once, but a thread of its own spoils the answer when the call has returned, and mends it.
 * row: 32
 * twin: r32_nowait_then_wait.c
 * without check, imports: late-write, wrong-answer, no-offload
 * without check, imports, late-write: accepted
 */
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static double *volatile target;

static void *scribble(void *nothing)
{
    /* The change is undone soon: whoever looks late sees nothing. */
    double *y = target;
    y[0] = -y[0];
    usleep(20000);
    y[0] = -y[0];
    return nothing;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    pthread_t thread;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    if (N < 100)
        return;
    target = y;
    pthread_create(&thread, 0, scribble, 0);
    pthread_detach(thread);
}
