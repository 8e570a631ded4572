void kernel(const double *x, double *y, long n) {
  static double z[1];
  long o = y - z;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: z[o:n])
  for (long i = 0; i < n; i++) (z + o)[i] = x[i];
}
