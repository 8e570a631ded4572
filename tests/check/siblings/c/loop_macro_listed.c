#define LOOP(body) _Pragma("omp target teams loop is_device_ptr(x, y)") for (long i = 0; i < n; i++) { body; }
void kernel(const double *x, double *y, long n, double a) {
  LOOP(y[i] = a * x[i])
}
