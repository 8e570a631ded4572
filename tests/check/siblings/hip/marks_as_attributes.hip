// What the marks become in the headers of GPUs.
struct Add {
  const double *x;
  double *y;
  __attribute__((host)) __attribute__((device)) void operator()(long i) const { y[i] += x[i]; }
};
template <class F> __attribute__((global)) void each(long n, F f) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}
extern "C" void kernel(const double *x, double *y, long n) {
  each<<<(n + 255) / 256, 256>>>(n, Add{x, y});
  each<<<(n + 255) / 256, 256>>>(n, [=] __attribute__((device)) (long i) { y[i] *= x[i]; });
}
