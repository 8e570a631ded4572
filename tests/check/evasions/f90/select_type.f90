subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  class(*), pointer :: u(:)
  u => y
  select type (q => u)
  type is (real(c_double))
    !$omp target map(tofrom: q) has_device_addr(x)
    q(1) = x(1)
    !$omp end target
  end select
end subroutine
