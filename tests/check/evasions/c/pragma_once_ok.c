#pragma once
#pragma STDC FP_CONTRACT OFF
void kernel(const double *x, double *y, long n) {
#pragma unroll 4
  for (int t = 0; t < 4; t++) {
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
}
