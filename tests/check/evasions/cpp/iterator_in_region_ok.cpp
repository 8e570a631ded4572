struct It { double *p; double &operator*() const { return *p; } It operator+(long k) const { return It{p + k}; } It &operator++() { ++p; return *this; } bool operator!=(const It &o) const { return p != o.p; } };
extern "C" void kernel(const double *x, double *y, long n) {
#pragma omp target is_device_ptr(x, y)
  { It b{y}; for (It e = b + n; b != e; ++b) *b = *x; }
}
