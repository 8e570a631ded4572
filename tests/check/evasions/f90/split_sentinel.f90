subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  !$omp target has_device_addr(x) m&
  !$omp&ap(to&
  !$omp &from: y)
  y(1) = x(1)
  !$omp end target
end subroutine
