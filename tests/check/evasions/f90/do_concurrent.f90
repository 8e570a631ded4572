subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  integer :: i
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
  do concurrent (i = 1:n)
    y(i) = x(i)
  end do
end subroutine
