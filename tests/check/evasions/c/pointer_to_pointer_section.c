typedef double **dpp;
void kernel(const double *x, double *y, long n) {
  dpp pp = &y;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: (*pp)[0:n])
  for (long i = 0; i < n; i++) (*pp)[i] = x[i];
}
