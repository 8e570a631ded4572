#pragma omp begin assumes no_parallelism
void kernel(const double *x, double *y, long n) {
#pragma omp assume no_openmp_routines holds(n > 0)
{
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
}
#pragma omp end assumes
