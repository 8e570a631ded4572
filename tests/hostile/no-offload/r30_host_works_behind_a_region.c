/* One host thread holds a target region open while another does the work on the host: on a device whose memory the
 * host can reach, buffers are open to all threads meanwhile.
 * The guard is one for all threads; what shows is the processor time of host threads beside the open region. It works slowly,
 * for that time to be far from what is allowed.
 * row: 30
 * twin: r02_region_in_a_helper.c
 * options: --sizes n1000,medium
 * gpu: runtime-error
 * without guard: accepted
 */
#include <omp.h>
#include <stdint.h>

/* The same address, copied bit by bit: no analysis of names follows it. */
static double *launder(const double *pointer)
{
    uintptr_t copy = 0;
    for (int bit = 0; bit < 64; bit++)
        if ((uintptr_t)pointer >> bit & 1)
            copy |= (uintptr_t)1 << bit;
    return (double *)copy;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    const double *in = launder(x);
    double *out = launder(y);
    int step = 0;
    volatile int *turn = &step;
    if (N == 0)
        return;
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
#pragma omp target is_device_ptr(turn, y)
        {
            *turn = y != 0;
            while (*turn == 1 && omp_get_num_teams() > 0)
                ;
        }
    } else {
        while (*turn == 0)
            ;
        for (int64_t i = 0; i < N; i++) {
            out[i] = alpha * in[i] + beta * out[i];
            for (volatile int slowly = 0; slowly < 16; slowly++)
                ;
        }
        *turn = 2;
    }
}
