/* Right at once, but a thread of its own spoils the answer when the call has returned, and mends it.
 * row: 32
 * twin: r32_nowait_then_wait.c
 * without check, imports: late-write, wrong-answer, no-offload, runtime-error
 * without check, imports, late-write, guard: accepted
 */
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static void *scribble(void *target)
{
    /* The change is undone soon: whoever looks late sees nothing. */
    double *y = target;
    y[0] = -y[0];
    usleep(20000);
    y[0] = -y[0];
    return 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    static pthread_t thread;
    static int scribbling;
    if (scribbling)
        pthread_join(thread, 0);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
    scribbling = N > 0 && pthread_create(&thread, 0, scribble, y) == 0;
}
