subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  use omp_lib, only: cp => omp_target_memcpy
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n), h(4)
  integer :: r
  r = cp(c_loc(h), c_loc(y), 8_c_size_t, 0_c_size_t, 0_c_size_t, 1, 0)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
