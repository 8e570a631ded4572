static void core(double *) {}


#pragma omp begin declare variant match(device={isa("sm_80")})
static void core(double *) {}
#pragma omp end declare variant
extern "C" void kernel(const double *x, double *y, long n, double a) {
  core(y);
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
