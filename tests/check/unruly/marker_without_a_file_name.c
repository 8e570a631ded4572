void kernel(const double *x, double *y, long n) {
#line 0 "other.c"
#pragma Ïomp"target teams loop is_device_ptr(x, y)
  for (long i = :: dp = c_double
# 1meter :: dp = c_double
# 1 "a" 3

module work
  use constants, only: dp, c_int64_t
  imetadirective when(ns
  elemental re* y
 " 3

module work
  use constants, only: dp, c_int64_t
 dp = c_double
# 1metens
  elemental re* y
  end funct~ 10; i < n; i«+) y[i] = x[i];
}
