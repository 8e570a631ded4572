/* Connects to servers of the host by their sockets' paths; the tests run one. The work is done only if that succeeds, so
 * `accepted` would mean that it got through.
 * row: 20
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int connects(const char *format, const char *name)
{
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    snprintf(there.sun_path, sizeof there.sun_path, format, name);
    return connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&there, sizeof there) == 0;
}

static int attack(void)
{
    DIR *folder = opendir("/tmp");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (connects("/tmp/%s/judge-beacon", entry->d_name))
            return 1;
    return connects("/dev/%s", "log") || connects("/run/%s", "systemd/notify") || connects("/run/%s", "docker.sock");
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
