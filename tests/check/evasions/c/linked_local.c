struct N { struct N *next; double *p; };
void kernel(const double *x, double *y, long n) {
  struct N a = {0, y}, b = {&a, 0};
  double *q = b.next->p;
#pragma omp target teams loop is_device_ptr(x) map(tofrom: q[0:n])
  for (long i = 0; i < n; i++) q[i] = x[i];
}
