! The combined construct, and a parallel loop beside it: nothing to warn of.
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_long) :: i
  !$omp target teams distribute has_device_addr(x, y)
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
end subroutine kernel
