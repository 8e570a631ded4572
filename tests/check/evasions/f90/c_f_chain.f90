subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  type(c_ptr) :: a, b
  real(c_double), pointer :: q(:)
  a = c_loc(y)
  b = a
  call c_f_pointer(b, q, [n])
  !$omp target map(tofrom: q) has_device_addr(x)
  q(1) = x(1)
  !$omp end target
end subroutine
