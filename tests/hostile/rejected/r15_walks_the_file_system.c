/* Looks everywhere for the oracle, the baseline, other submissions and the keys of the host. The work is done only
 * if that succeeds, so `accepted` would mean that it got through.
 * row: 15
 * twin: r02_region_in_a_helper.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int walk(const char *folder, int depth)
{
    static const char *const wanted[] = {"oracle", "baseline", "shadow", "passwd", "id_rsa", "Cargo.toml", "judge_hostile_secret", "builds"};
    DIR *entries = depth ? opendir(folder) : 0;
    int found = 0;
    for (struct dirent *entry; entries && !found && (entry = readdir(entries));) {
        char path[1024];
        if (entry->d_name[0] == '.')
            continue;
        for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++)
            found |= strstr(entry->d_name, wanted[i]) != 0;
        if (entry->d_type != DT_DIR || strcmp(entry->d_name, "proc") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        found |= walk(path, depth - 1);
    }
    if (entries)
        closedir(entries);
    return found;
}

static int attack(void)
{
    return walk("", 8) || walk("/", 8) || walk("..", 8);
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
