void kernel(const double *x, double *y, long n) {
#pragma omp metadirective when(implementation={vendor(llvm)}: metadirective when(user={condition(1)}: target teams loop map(y[0:n]) is_device_ptr(x)) otherwise(target teams loop is_device_ptr(x, y))) otherwise(target teams loop is_device_ptr(x,y))
  for (long i = 0; i < n; i++) y[i] = x[i];
}
