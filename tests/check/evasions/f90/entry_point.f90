subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  call other(y)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
subroutine base(z)
  real(8) :: z(4), p(4)
  entry other(p)
  !$omp target map(tofrom: p)
  p(1) = 0
  !$omp end target
end subroutine
