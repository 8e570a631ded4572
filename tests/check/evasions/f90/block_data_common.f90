subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  real(c_double), pointer :: g(:)
  common /cc/ g
  g => y
  call other()
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
subroutine other()
  real(8), pointer :: h(:)
  common /cc/ h
  !$omp target map(tofrom: h)
  h(1) = 0
  !$omp end target
end subroutine
