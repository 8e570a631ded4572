void kernel(const double *x, double *y, long n) {
#pragma omp taskgroup task_reduction(+ : y[0:4])
#pragma omp target in_reduction(+ : y[0:4]) is_device_ptr(x)
  y[0] += x[0];
}
