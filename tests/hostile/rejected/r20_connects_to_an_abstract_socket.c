/* Connects to a server in the host's abstract socket names; the tests run one of this name. The work is done only
 * if that succeeds, so `accepted` would mean that it got through.
 * row: 20
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int attack(void)
{
    static const char name[] = "judge_hostile_beacon";
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    memcpy(there.sun_path + 1, name, sizeof name - 1);
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    return connect(file, (struct sockaddr *)&there, (socklen_t)(sizeof there.sun_family + sizeof name)) == 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
