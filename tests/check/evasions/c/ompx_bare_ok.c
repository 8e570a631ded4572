void kernel(const double *x, double *y, long n) {
#pragma omp target teams ompx_bare num_teams(8) thread_limit(64) is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
