/* y = a x + y in six ways that the runner must tell apart; `mode` chooses. */
#include <omp.h>
#include <stdlib.h>

static void launch(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void host_loop(const double *x, double *y, long n, double a) {
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void token_launch(const double *x, double *y, long n, double a) {
#pragma omp target is_device_ptr(y)
  y[0] += 0;
  host_loop(x, y, n, a);
}

static void copy_out(const double *x, double *y, long n, double a) {
  double *host = malloc(n * sizeof *host);
  omp_target_memcpy(host, y, n * sizeof *host, 0, 0, omp_get_initial_device(), omp_get_default_device());
  for (long i = 0; i < n; i++)
    host[i] += a;
  omp_target_memcpy(y, host, n * sizeof *host, 0, 0, omp_get_default_device(), omp_get_initial_device());
  free(host);
}

static void write_input(const double *x, double *y, long n, double a) {
  double *w = (double *)x;
#pragma omp target is_device_ptr(w)
  w[0] = a;
}

/* Adds memory that it never wrote. */
static void fresh(const double *x, double *y, long n, double a) {
  double *own = omp_target_alloc(n * sizeof *own, omp_get_default_device());
#pragma omp target is_device_ptr(y, own)
  for (long i = 0; i < n; i++)
    y[i] += own[i];
  omp_target_free(own, omp_get_default_device());
}

void kernel(const double *x, double *y, long n, double a, long mode) {
  static void (*const ways[])(const double *, double *, long, double) = {launch, host_loop, token_launch, copy_out, write_input, fresh};
  ways[mode](x, y, n, a);
}
