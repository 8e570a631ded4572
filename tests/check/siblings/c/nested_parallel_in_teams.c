void kernel(const double *x, double *y, long n, double a) {
#pragma omp target teams is_device_ptr(x, y) num_teams(8) thread_limit(64)
#pragma omp distribute
  for (long b = 0; b < n; b += 64)
#pragma omp parallel for firstprivate(a) shared(x, y)
    for (long i = b; i < b + 64; i++)
      if (i < n) y[i] += a * x[i];
}
