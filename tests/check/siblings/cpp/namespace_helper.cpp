namespace detail {
static void work(const double *u, double *v, long n, double a) {
#pragma omp target teams loop is_device_ptr(u, v)
  for (long i = 0; i < n; i++)
    v[i] += a * u[i];
}
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  detail::work(x, y, n, a);
}
