void kernel(const double *x, double *y, long n) {
#pragma omp begin metadirective when(implementation={vendor(llvm)}: target teams loop map(tofrom: y[0:n]) is_device_ptr(x)) otherwise(target teams loop is_device_ptr(x, y))
  for (long i = 0; i < n; i++) y[i] = x[i];
#pragma omp end metadirective
}
