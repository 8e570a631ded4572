module st
  real(8), pointer :: g(:)
end module
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  use st, only: h => g
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  h => y
  !$omp target map(tofrom: h) has_device_addr(x)
  h(1) = x(1)
  !$omp end target
end subroutine
