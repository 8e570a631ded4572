// task loop of async regions with depend chain & taskgroup
void kernel(const double *x, double *y, long n) {
  enum { P = 4 };
  char dep[P];
  (void)dep;
#pragma omp taskgroup
  for (int p = 0; p < P; p++) {
    const double *xp = x + n * p / P; double *yp = y + n * p / P; long np = n * (p + 1) / P - n * p / P;
#pragma omp target teams distribute parallel for is_device_ptr(xp, yp) depend(out : dep[p]) nowait
    for (long i = 0; i < np; i++) yp[i] = xp[i];
  }
}
