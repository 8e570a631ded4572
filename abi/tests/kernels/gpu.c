/* y = a x + y on a GPU, and the ways in which that goes wrong; `mode` chooses. With it, the shim of this signature. */
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
#pragma omp target teams distribute parallel for is_device_ptr(w)
  for (long i = 0; i < n; i++)
    w[i] = a;
}

static void far_past_the_end(const double *x, double *y, long n, double a) {
#pragma omp target is_device_ptr(y)
  y[(1L << 40) / 8] = a;
}

static void endless(const double *x, double *y, long n, double a) {
  volatile double *v = y;
#pragma omp target is_device_ptr(v)
  while (v[0] != -12345.0)
    v[1] = a;
}

static void late(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y) nowait
  for (long i = 0; i < n; i++)
    for (int k = 0; k < 1000; k++)
      y[i] += a * x[i];
}

static void empty_region(const double *x, double *y, long n, double a) {
#pragma omp target
  {}
}

static void reduce(const double *x, double *y, long n, double a) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum) is_device_ptr(x)
  for (long i = 0; i < n; i++)
    sum += a * x[i];
#pragma omp target is_device_ptr(y)
  y[0] = sum;
}

static void workspace(const double *x, double *y, long n, double a) {
  long words = 1L << 25;
  double *w = omp_target_alloc(words * sizeof *w, omp_get_default_device());
  if (!w)
    __builtin_trap();
#pragma omp target teams distribute parallel for is_device_ptr(w)
  for (long i = 0; i < words; i++)
    w[i] = i;
#pragma omp target is_device_ptr(w, y)
  y[0] = w[words - 1];
  omp_target_free(w, omp_get_default_device());
}

void judge_call(void **args) {
  const double *x = *(const double **)args[0];
  double *y = *(double **)args[1];
  long n = *(long *)args[2];
  double a = *(double *)args[3];
  static void (*const ways[])(const double *, double *, long, double) = {
      launch, host_loop, copy_out, write_input, far_past_the_end, endless, late, empty_region, reduce, workspace};
  ways[*(int *)args[4]](x, y, n, a);
#pragma omp taskwait
}

int judge_warm(void) {
  int initial = 1;
#pragma omp target map(from : initial)
  initial = omp_is_initial_device();
  return initial;
}
