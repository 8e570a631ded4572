static void set(double **to, double *p) { *to = p; }
void kernel(const double *x, double *y, long n, double a) {
  double *q;
  set(&q, y);
#pragma omp target teams distribute parallel for is_device_ptr(x)
  for (long i = 0; i < n; i++)
    q[i] += a * x[i];
}
