void kernel(const double *x, double *y, long n) {
#pragma omp target teams distribute parallel for dyn_groupprivate(cgroup : 1024) num_teams(4 : 128) thread_limit(128) is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
