#include <utility>
extern "C" void kernel(const double *x, double *y, long n, double a) {
  std::pair<const double *, double *> p{x, y};
#pragma omp target teams distribute parallel for 
  for (long i = 0; i < n; i++)
    p.second[i] += a * p.first[i];
}
