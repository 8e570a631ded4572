// The judge's own kernels for the physical floor, compiled for the device by HIP's run-time compiler. Elements are two doubles;
// a thread handles one element of the streams.
extern "C" __global__ void judge_copy(const double2 *a, double2 *b, double2 *s, unsigned long long n) {
  unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[i];
}

extern "C" __global__ void judge_triad(const double2 *a, const double2 *b, double2 *s, unsigned long long n) {
  unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i < n) {
    double2 x = a[i], y = b[i];
    s[i] = make_double2(x.x + 3 * y.x, x.y + 3 * y.y);
  }
}

// Four elements a thread, a grid apart; the sum is stored when it is one that never occurs, so that no load is dropped.
extern "C" __global__ void judge_read(const double2 *a, double *b, double2 *s, unsigned long long n) {
  unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x, part = n / 4;
  if (i >= part)
    return;
  double2 w = a[i], x = a[i + part], y = a[i + 2 * part], z = a[i + 3 * part];
  double sum = ((w.x + w.y) + (x.x + x.y)) + ((y.x + y.y) + (z.x + z.y));
  if (sum == 1e300)
    *b = sum;
}

// Eight independent chains of four fused multiply-adds a round: 64 operations.
extern "C" __global__ void judge_fp64(const double *a, double *b, double *s, unsigned long long n) {
  double start = threadIdx.x, factor = 0.9999999999, chain[8];
  for (int c = 0; c < 8; c++)
    chain[c] = start + c * factor;
  for (; n > 0; n--)
#pragma unroll
    for (int step = 0; step < 4; step++)
#pragma unroll
      for (int c = 0; c < 8; c++)
        chain[c] = fma(chain[c], factor, start);
  double sum = 0;
  for (int c = 0; c < 8; c++)
    sum += chain[c];
  if (sum == 1e300)
    *b = sum;
}
