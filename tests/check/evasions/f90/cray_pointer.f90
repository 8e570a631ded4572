subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  real(8) :: q(4)
  pointer (k, q)
  k = loc(y)
  !$omp target map(tofrom: q) has_device_addr(x)
  q(1) = x(1)
  !$omp end target
end subroutine
