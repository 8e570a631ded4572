subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  !$omp target teams distribute paralleldo, has_device_addr(x), map(to: y)
  do i = 1, n
    y(i) = y(i) + a * x(i)
  enddo
  !$omp endtarget teams distribute paralleldo
end subroutine kernel
