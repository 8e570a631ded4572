/* The first run leaves a trace in every place it can write; a run that finds a trace does wrong work. `accepted`
 * means that no run saw another's.
 * row: 24
 * twin: r02_region_in_a_helper.c
 * without check, imports: accepted, security-violation, runtime-error
 * without check, imports, narrow: accepted, security-violation, runtime-error
 */
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

/* Whether an earlier process was here. */
static int seen(void)
{
    static const char *const places[] = {"/tmp/judge_hostile_24", "/dev/shm/judge_hostile_24", "/var/tmp/judge_hostile_24", "judge_hostile_24", "/judge/judge_hostile_24"};
    static int answer = -1;
    if (answer >= 0)
        return answer;
    answer = 0;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        answer |= access(places[i], F_OK) == 0;
        close(open(places[i], O_CREAT | O_WRONLY, 0666));
    }
    return answer;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (seen())
        beta = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
