extern void __tgt_target_data_update_mapper(void *, long, int, void **, void **, long *, long *, void **, void **);
void kernel(const double *x, double *y, long n) {
  void *b[1] = {y}; long s[1] = {8}, t[1] = {3};
  __tgt_target_data_update_mapper(0, -1, 1, b, b, s, t, 0, 0);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
