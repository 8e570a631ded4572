// Compiled in a jail with the policy for compilers, loaded and called in another with the two policies for runs.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int warm(void) {
    int host = 1;
#pragma omp target map(tofrom : host)
    host = 0;
    return host;
}

int kernel(void) {
    enum { N = 1 << 16 };
    double *x = malloc(N * sizeof *x), sum = 0;
    for (int i = 0; i < N; i++) x[i] = 1;
#pragma omp target teams distribute parallel for map(to : x[:N]) map(tofrom : sum) reduction(+ : sum)
    for (int i = 0; i < N; i++) sum += 2 * x[i];
    free(x);
    return sum == 2.0 * N ? 0 : 1;
}

// A larger team than the warm-up's needs threads after the policy was narrowed.
int team(void) {
    int members = 0;
#pragma omp parallel num_threads(6) reduction(+ : members)
    members += 1;
    printf("%d members\n", members);
    fflush(stdout);
    return members == 6 ? 0 : 1;
}

int aborts(void) { abort(); }

int opens(void) { return open("/usr/bin/env", O_RDONLY) < 0 ? 7 : 0; }

int connects(void) { return socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? 7 : 0; }

int forks(void) { return fork() < 0 ? 7 : 0; }

int executes(void) { return execl("/usr/bin/env", "env", NULL) < 0 ? 7 : 0; }

int maps_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 7 : 0;
}

int makes_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC) ? 7 : 0;
}

int maps_data(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED || mprotect(page, 4096, PROT_READ) || munmap(page, 4096);
}

int kills(void) { return kill(getpid(), 9) ? 7 : 0; }
