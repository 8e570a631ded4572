typedef struct { long n, m; double a; } Params;
static void go(Params p, const double *x, double *y) {
#pragma omp target teams loop is_device_ptr(x, y) firstprivate(p)
  for (long i = 0; i < p.n; i++) y[i] = p.a * x[i];
}
void kernel(const double *x, double *y, long n) {
  go((Params){.n = n, .a = 2}, x, y);
}
