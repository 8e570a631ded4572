module m
contains
subroutine other(p)
  real(8) :: p(4)
  !$omp target map(tofrom: p)
  p(1) = 0
  !$omp end target
end subroutine
subroutine base(p)
  real(8) :: p(4)
  !$omp declare variant(other) match(user={condition(.true.)})
  !$omp target has_device_addr(p)
  p(1) = 0
  !$omp end target
end subroutine
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  call base(y)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
end module
