#define LOOP(body) _Pragma("omp target teams loop is_device_ptr(x) map(tofrom: y[0:n])") for (long i = 0; i < n; i++) { body; }
void kernel(const double *x, double *y, long n, double a) {
  LOOP(y[i] = a * x[i])
}
