subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  type t
    real(c_double), pointer :: p(:)
  end type
  type(t) :: o
  real(c_double), pointer :: q(:)
  o = t(y)
  q => o%p
  !$omp target map(tofrom: q) has_device_addr(x)
  q(1) = x(1)
  !$omp end target
end subroutine
