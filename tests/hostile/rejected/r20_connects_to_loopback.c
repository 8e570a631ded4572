/* Connects to a server on the host's loopback; the tests run one at this port. The work is done only if that
 * succeeds, so `accepted` would mean that it got through.
 * row: 20
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <arpa/inet.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

static int attack(void)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(48217), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int file = socket(AF_INET, SOCK_STREAM, 0);
    return connect(file, (struct sockaddr *)&there, sizeof there) == 0;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
