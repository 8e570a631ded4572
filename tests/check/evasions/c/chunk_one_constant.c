enum { CHUNK = 1 };
void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams distribute parallel for is_device_ptr(x, y) num_teams(64) schedule(monotonic: static, CHUNK)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
