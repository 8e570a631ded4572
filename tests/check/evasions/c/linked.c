struct N { struct N *next; double *p; };
void kernel(const double *x, double *y, long n) {
  struct N a = {0, y}, b = {&a, 0};
#pragma omp target teams loop is_device_ptr(x) map(tofrom: b.next->p[0:n])
  for (long i = 0; i < n; i++) b.next->p[i] = x[i];
}
