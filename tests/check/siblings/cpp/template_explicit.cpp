template <class T>
static void axpy(const T *u, T *v, long n, T a) {
#pragma omp target teams loop is_device_ptr(u) map(tofrom: v[0:n])
  for (long i = 0; i < n; ++i)
    v[i] += a * u[i];
}
extern "C" void kernel(const double *x, double *y, long n, double a) {
  axpy<double>(x, y, n, a);
}
