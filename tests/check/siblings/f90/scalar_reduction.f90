subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  real(c_double) :: s
  !$omp target teams distribute parallel do has_device_addr(x) map(tofrom: s) reduction(+:s)
  do i = 1, n
    s = s + x(i)
  end do
  !$omp target has_device_addr(y)
  y(1) = s
  !$omp end target
end subroutine kernel
