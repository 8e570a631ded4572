// result = x . x: a reduction into a variable of the host, then one region that stores it.
#include <cstdint>

extern "C" void kernel(const double *x, double *result, std::int64_t N) {
  double sum = 0;
#pragma omp target teams distribute parallel for is_device_ptr(x) reduction(+ : sum)
  for (std::int64_t i = 0; i < N; i++)
    sum += x[i] * x[i];
#pragma omp target is_device_ptr(result)
  result[0] = sum;
}
