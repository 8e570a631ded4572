// b = a: both arrays are device memory, so the region names them and maps nothing.
#include <cstdint>

extern "C" void kernel(const double *a, double *b, std::int64_t N) {
#pragma omp target teams distribute parallel for is_device_ptr(a, b)
  for (std::int64_t i = 0; i < N; i++)
    b[i] = a[i];
}
