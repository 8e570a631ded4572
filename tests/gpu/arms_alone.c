/* One example kernel: right or wrong, launches, time. For machines with a GPU and without the judge's own toolchain.
 *   arms TASK OBJECT [LIBCUDART]       without LIBCUDART, arrays are host memory: OpenMP's host device
 * Prints: task, right or WRONG, launches a call, milliseconds (best of 20), GB/s. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  unsigned x, y, z;
} dim3;

static void *runtime;
static long launches;

/* The object's launches come here first, as in the judge's runner. */
#define OWNED(name)                                                                                                         \
  int name(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, void *stream) {                      \
    launches++;                                                                                                             \
    return ((int (*)(const void *, dim3, dim3, void **, size_t, void *))dlsym(runtime, #name))(kernel, grid, block,         \
                                                                                               arguments, shared, stream);  \
  }
OWNED(cudaLaunchKernel)
OWNED(__cudaLaunchKernel)

/* OpenMP's launches, through its tools interface. */
typedef struct {
  int (*initialize)(void *(*lookup)(const char *), int, void *);
  void (*finalize)(void *);
  uint64_t data;
} tool;
static void submit(int endpoint, void *target, void *op, unsigned teams) {
  (void)target, (void)op, (void)teams;
  launches += endpoint == 1;
}
static void target(int kind, int endpoint, int device, void *a, void *b, void *c, const void *d) {
  (void)kind, (void)endpoint, (void)device, (void)a, (void)b, (void)c, (void)d;
}
static int initialize(void *(*lookup)(const char *), int device, void *data) {
  (void)device, (void)data;
  int (*set)(int, void (*)(void)) = (int (*)(int, void (*)(void)))lookup("ompt_set_callback");
  set(33, (void (*)(void))target);
  set(35, (void (*)(void))submit);
  return 1;
}
static void finalize(void *data) { (void)data; }
tool *ompt_start_tool(unsigned version, const char *name) {
  static tool this = {initialize, finalize, 0};
  (void)version, (void)name;
  return &this;
}

static void must(int error, const char *what) {
  if (error) {
    printf("%s failed: %d\n", what, error);
    _Exit(1);
  }
}
static void *call(const char *name) {
  void *at = dlsym(runtime, name);
  must(at == NULL, name);
  return at;
}
static void *device(const double *contents, size_t n) {
  void *at = NULL;
  if (runtime == NULL) {
    at = malloc(n * 8);
    memcpy(at, contents, n * 8);
    return at;
  }
  must(((int (*)(void **, size_t))call("cudaMalloc"))(&at, n * 8), "cudaMalloc");
  must(((int (*)(void *, const void *, size_t, int))call("cudaMemcpy"))(at, contents, n * 8, 1), "cudaMemcpy");
  return at;
}
static void fetch(double *to, const void *from, size_t n) {
  if (runtime == NULL)
    memcpy(to, from, n * 8);
  else
    must(((int (*)(void *, const void *, size_t, int))call("cudaMemcpy"))(to, from, n * 8, 2), "cudaMemcpy");
}
static void synchronise(void) {
  if (runtime != NULL)
    must(((int (*)(void))call("cudaDeviceSynchronize"))(), "cudaDeviceSynchronize");
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_RAW, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

enum { ARRAYS = 5 };
static const char *task;
static int64_t n;
static double *a[ARRAYS]; /* on the device */

static int is(const char *name) { return strcmp(task, name) == 0; }

static void run(void (*kernel)()) {
  const double alpha = 0.7, beta = -1.3;
  if (is("bs1-copy"))
    ((void (*)(double *, double *, int64_t))kernel)(a[0], a[1], n);
  else if (is("bs2-axpy"))
    ((void (*)(double *, double *, double, double, int64_t))kernel)(a[0], a[1], alpha, beta, n);
  else if (is("bs3-norm"))
    ((void (*)(double *, double *, int64_t))kernel)(a[0], a[4], n);
  else if (is("bs4-dot"))
    ((void (*)(double *, double *, double *, int64_t))kernel)(a[0], a[1], a[4], n);
  else if (is("bs5-cg"))
    ((void (*)(double *, double *, double *, double *, double *, double, int64_t))kernel)(a[0], a[1], a[2], a[3], a[4], alpha, n);
  else
    ((void (*)(double *, double *, double, double, double, double, int32_t))kernel)(a[0], a[1], -6.5, 1.1, 0.9, 1.25,
                                                                                     (int32_t)lround(cbrt((double)n)));
  synchronise();
}

/* What one call makes of the arrays `h`: the largest relative difference to what `got` holds. */
static double difference(double *const *h, double *const *got) {
  double sum = 0, worst = 0;
  int64_t m = lround(cbrt((double)n));
#define SEE(value, expected)                                                                                                \
  do {                                                                                                                      \
    double e_ = (expected), d_ = fabs((value)-e_) / (fabs(e_) + 1e-300);                                                    \
    worst = d_ > worst || d_ != d_ ? d_ : worst;                                                                            \
  } while (0)
  for (int64_t i = 0; i < n; i++) {
    double x = h[0][i], y = h[1][i];
    if (is("bs1-copy"))
      SEE(got[1][i], x);
    else if (is("bs2-axpy"))
      SEE(got[1][i], 0.7 * x + -1.3 * y);
    else if (is("bs3-norm"))
      sum += x * x;
    else if (is("bs4-dot"))
      sum += x * y;
    else if (is("bs5-cg")) {
      double r = h[3][i] - 0.7 * y;
      SEE(got[2][i], h[2][i] + 0.7 * x);
      SEE(got[3][i], r);
      sum += r * r;
    } else {
      int64_t I = i % m, J = i / m % m, K = i / m / m;
      int face = I == 0 || I == m - 1 || J == 0 || J == m - 1 || K == 0 || K == m - 1;
      const double *u = h[0] + i;
      if (face)
        worst = got[1][i] == 0 ? worst : INFINITY;
      else
        SEE(got[1][i], -6.5 * u[0] + 1.1 * (u[-1] + u[1]) + 0.9 * (u[-m] + u[m]) + 1.25 * (u[-m * m] + u[m * m]));
    }
  }
  if (sum != 0)
    SEE(got[4][0], sum);
  return worst;
}

int main(int count, char **words) {
  must(count < 3, "usage: arms TASK OBJECT [LIBCUDART]:");
  task = words[1];
  n = is("stencil7") ? 405L * 405 * 405 : (1L << 26) + 1;
  if (getenv("ARMS_SMALL"))
    n = 31L * 31 * 31;
  if (count > 3 && (runtime = dlopen(words[3], RTLD_NOW | RTLD_GLOBAL)) == NULL)
    must(1, dlerror());
  void *object = dlopen(words[2], RTLD_NOW | RTLD_LOCAL);
  if (object == NULL)
    must(1, dlerror());
  void (*kernel)() = (void (*)())dlsym(object, "kernel");
  double *h[ARRAYS], *got[ARRAYS];
  for (int k = 0; k < ARRAYS; k++) {
    int64_t length = k == 4 ? 1 : n;
    h[k] = malloc(length * 8), got[k] = malloc(length * 8);
    for (int64_t i = 0; i < length; i++)
      h[k][i] = 1 + (double)((i * 2654435761u + k * 40503u) % 1000) / 1000;
    a[k] = device(h[k], length);
  }
  run(kernel);
  long each = launches;
  for (int k = 0; k < ARRAYS; k++)
    fetch(got[k], a[k], k == 4 ? 1 : n);
  double worst = difference(h, got), best = 1e9;
  for (int r = 0; r < 20; r++) {
    double t = now();
    run(kernel);
    t = now() - t;
    best = t < best ? t : best;
  }
  double arrays = is("bs1-copy") || is("bs4-dot") || is("stencil7") ? 2 : is("bs2-axpy") ? 3 : is("bs3-norm") ? 1 : 6;
  printf("%-10s %-6s launches %ld, %8.3f ms, %7.1f GB/s, worst relative difference %.1e\n", task, worst < 1e-12 ? "right" : "WRONG", each,
         1e3 * best, 1e-9 * 8 * arrays * n / best, worst);
  fflush(stdout);
  _Exit(worst >= 1e-12);
}
