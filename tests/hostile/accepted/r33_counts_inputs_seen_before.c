/* Keeps a hash of each input, and answers wrong once most calls of a size bring an input that it knows: a kernel that
 * remembers answers must find nothing to use them for.
 * row: 33
 * options: --budget 0.3
 */
#include <stdint.h>
#include <string.h>

enum { MOST = 4096 };

#pragma omp begin declare target
static uint64_t known[MOST];
static int64_t size;
static int calls, repeated;
#pragma omp end declare target

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
#pragma omp target is_device_ptr(x, y)
    {
        if (N != size)
            size = N, calls = 0, repeated = 0;
        uint64_t hash = 14695981039346656037u;
        for (int64_t i = 0; i < N; i++) {
            uint64_t bits;
            memcpy(&bits, &x[i], sizeof bits);
            hash = (hash ^ bits) * 1099511628211u;
        }
        int at = 0;
        while (at < calls && at < MOST && known[at] != hash)
            at++;
        repeated += at < calls;
        if (calls < MOST)
            known[calls++] = hash;
        int too_many = calls > 12 && 2 * repeated > calls;
        for (int64_t i = 0; i < N; i++)
            y[i] = too_many ? 0 : alpha * x[i] + beta * y[i];
    }
}
