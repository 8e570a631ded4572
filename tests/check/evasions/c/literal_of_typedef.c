typedef struct { const double *in; double *out; double a; long n; } args;
static void run(args g) {
  const double *in = g.in;
  double *out = g.out;
  double a = g.a;
#pragma omp target teams distribute parallel for is_device_ptr(in) map(tofrom: out[0:g.n])
  for (long i = 0; i < g.n; i++) out[i] += a * in[i];
}
void kernel(const double *x, double *y, long n, double a) { run((args){x, y, a, n}); }
