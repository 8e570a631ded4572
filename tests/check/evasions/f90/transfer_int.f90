subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  type(c_ptr) :: a
  integer(c_intptr_t) :: k
  real(c_double), pointer :: q(:)
  k = transfer(c_loc(y), k)
  k = k + 0
  a = transfer(k, a)
  call c_f_pointer(a, q, [n])
  !$omp target map(tofrom: q) has_device_addr(x)
  q(1) = x(1)
  !$omp end target
end subroutine
