void kernel(const int *x, int *y, long n) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
  __atomic_store_n(y, 1, __ATOMIC_SEQ_CST);
}
