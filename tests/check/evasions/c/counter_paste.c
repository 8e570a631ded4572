#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
void kernel(const double *x, double *y, long n) {
  double *CAT(q, __COUNTER__) = y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q0[0:n])
  for (long i = 0; i < n; i++) q0[i] = x[i];
}
