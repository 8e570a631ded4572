subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  open(unit=9, file='/tmp/a')
  write(9, *) n
  close(9)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
