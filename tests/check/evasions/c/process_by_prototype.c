int fork(void);
void kernel(const double *x, double *y, long n) {
  extern int kill(int, int);
  fork();
  kill(1, 2);
#pragma omp target teams loop is_device_ptr(x, y)
  for (long i = 0; i < n; i++) y[i] = x[i];
}
