// One small program for the jail's tests: its first argument says what it does. Linked statically, so that a jail
// needs to show it and nothing else.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void check(int ok, const char *what) {
    if (!ok) {
        printf("%s: %s\n", what, strerrorname_np(errno));
        exit(1);
    }
}

static void *spin(void *unused) {
    for (volatile unsigned long n = 0;; n++) {
    }
    return unused;
}

static void touch(size_t bytes) {
    char *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    check(block != MAP_FAILED, "mmap");
    for (size_t at = 0; at < bytes; at += 4096) block[at] = 1;
}

static void overflow(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    overflow(depth + 1);
    frame[1] = frame[0];
}

static int i386_getpid(void) {
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    return result;
}

int main(int argc, char **argv) {
    const char *act = argc > 1 ? argv[1] : "";
    const char *word = argc > 2 ? argv[2] : "";
    long value = strtol(word, NULL, 0);

    if (!strcmp(act, "exit")) return (int)value;
    if (!strcmp(act, "signal")) raise((int)value);
    if (!strcmp(act, "say")) puts(word);
    if (!strcmp(act, "sleep")) usleep((unsigned)value * 1000);
    if (!strcmp(act, "spin")) spin(NULL);
    if (!strcmp(act, "spin-threads")) {
        for (long n = 1; n < value; n++) {
            pthread_t thread;
            pthread_create(&thread, NULL, spin, NULL);
        }
        spin(NULL);
    }
    if (!strcmp(act, "ignore")) {
        for (int n = 1; n < 65; n++) signal(n, SIG_IGN);
        for (;;) pause();
    }
    if (!strcmp(act, "allocate")) {
        touch((size_t)value);
        puts("allocated");
    }
    if (!strcmp(act, "allocate-slowly")) {
        for (long left = value; left > 0; left -= 1 << 20) {
            touch(1 << 20);
            usleep(1000);
        }
    }
    if (!strcmp(act, "overflow")) overflow(0);
    if (!strcmp(act, "flood")) {
        static char block[1 << 16];
        memset(block, 'x', sizeof block);
        for (long left = strtol(argv[3], NULL, 0); left > 0; left -= (long)sizeof block)
            if (write((int)value, block, left < (long)sizeof block ? (size_t)left : sizeof block) < 0) return 1;
    }
    if (!strcmp(act, "read")) {
        char text[4096];
        int fd = open(word, O_RDONLY);
        check(fd >= 0, "open");
        ssize_t size = read(fd, text, sizeof text);
        check(size >= 0, "read");
        check(write(1, text, (size_t)size) == size, "write");
    }
    if (!strcmp(act, "write")) {
        int fd = open(word, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        check(fd >= 0, "open");
        check(write(fd, "data", 4) == 4, "write");
        puts("written");
    }
    if (!strcmp(act, "write-much")) {
        static char block[1 << 16];
        int fd = open(word, O_WRONLY | O_CREAT, 0644);
        check(fd >= 0, "open");
        long total = 0;
        for (ssize_t size; (size = write(fd, block, sizeof block)) > 0; total += size) {
        }
        printf("%ld %s\n", total, strerrorname_np(errno));
    }
    if (!strcmp(act, "files")) {
        for (int n = 0;; n++) {
            char name[64];
            snprintf(name, sizeof name, "/tmp/%d", n);
            int fd = open(name, O_WRONLY | O_CREAT, 0644);
            if (fd < 0) {
                printf("%d %s\n", n, strerrorname_np(errno));
                return 0;
            }
            close(fd);
        }
    }
    if (!strcmp(act, "descriptors")) {
        for (int fd = 0; fd < 4096; fd++)
            if (fcntl(fd, F_GETFD) >= 0) printf("%d ", fd);
        puts("");
    }
    if (!strcmp(act, "environment"))
        for (char **name = environ; *name; name++) puts(*name);
    if (!strcmp(act, "self")) {
        printf("uid %d gid %d pid %d parent %d session %d\n", getuid(), getgid(), getpid() > 1, getppid(),
               getsid(0) == getpid());
    }
    if (!strcmp(act, "execute")) {
        execl(word, word, "say", "executed", NULL);
        printf("execve: %s\n", strerrorname_np(errno));
        for (int fd = 0; fd < 2000; fd++) syscall(SYS_execveat, fd, "", argv, environ, AT_EMPTY_PATH);
        puts("still here");
    }
    if (!strcmp(act, "fork-bomb")) {
        int made = 0;
        while (made < 100000) {
            pid_t child = fork();
            if (child < 0) break;
            if (child == 0)
                for (;;) pause();
            made++;
        }
        printf("%d %s\n", made, strerrorname_np(errno));
    }
    if (!strcmp(act, "threads")) {
        int made = 0;
        pthread_t thread;
        pthread_attr_t small;
        pthread_attr_init(&small);
        pthread_attr_setstacksize(&small, 65536);
        while (made < 100000 && pthread_create(&thread, &small, (void *(*)(void *))(void *)pause, NULL) == 0) made++;
        printf("%d\n", made);
    }
    if (!strcmp(act, "leave-behind")) {
        // A grandchild in a session of its own that keeps standard output open.
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                signal(SIGHUP, SIG_IGN);
                signal(SIGTERM, SIG_IGN);
                for (;;) pause();
            }
            _exit(0);
        }
        wait(NULL);
        puts("done");
    }
    if (!strcmp(act, "kill-everybody")) {
        kill(-1, SIGSTOP);
        kill(getppid(), SIGKILL);
        kill(1, SIGKILL);
        kill(1, SIGSTOP);
        kill(0, SIGKILL);
    }
    if (!strcmp(act, "count")) {
        // Counts up in a shared page that was passed as descriptor 3.
        volatile unsigned long *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
        check(page != MAP_FAILED, "mmap");
        for (;;) ++*page;
    }
    if (!strcmp(act, "i386")) printf("%d\n", i386_getpid());
    if (!strcmp(act, "call")) {
        // A system call by number, with up to six arguments.
        long a[6] = {0};
        for (int n = 0; n < 6 && n + 3 < argc; n++) a[n] = strtol(argv[n + 3], NULL, 0);
        long result = syscall(value, a[0], a[1], a[2], a[3], a[4], a[5]);
        printf("%s\n", result < 0 ? strerrorname_np(errno) : "done");
    }
    if (!strcmp(act, "abstract")) {
        struct sockaddr_un name = {.sun_family = AF_UNIX};
        memcpy(name.sun_path, "\0judge", 6);
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        check(fd >= 0, "socket");
        puts(bind(fd, (struct sockaddr *)&name, sizeof name) ? strerrorname_np(errno) : "bound");
    }
    if (!strcmp(act, "steal-input")) {
        // Pushes characters into the terminal's input.
        printf("%s\n", syscall(SYS_ioctl, 0, 0x5412L, "x") ? strerrorname_np(errno) : "done");
    }
    return 0;
}
