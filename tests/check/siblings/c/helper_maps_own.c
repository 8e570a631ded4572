static void work(const double *u, double *v, long n, double a) {
#pragma omp target teams loop map(to: u[0:n]) map(tofrom: v[0:n])
  for (long i = 0; i < n; i++)
    v[i] += a * u[i];
}
void kernel(const double *x, double *y, long n, double a) {
  double t[4] = {1, 2, 3, 4}, s[4] = {0};
  work(t, s, 4, a);
  a = s[0];
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
