#define P(x) _Pragma(#x)
#define E
void kernel(const double *x, double *y, long n) {
P(omp target E teams loop map(tofrom: y[0:n]) is_device_ptr(x))
  for (long i = 0; i < n; i++) y[i] = x[i];
}
