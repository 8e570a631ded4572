subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  real(c_double), pointer :: q(:)
  q => pick(y)
  !$omp target map(tofrom: q) has_device_addr(x)
  q(1) = x(1)
  !$omp end target
contains
  function pick(p) result(r)
    real(8), target :: p(:)
    real(8), pointer :: r(:)
    r => p
  end function
end subroutine
