subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  integer :: m
  !$omp target has_device_addr(x, y)
  block
    integer :: k
    do k = 1, int(n)
      y(k) = y(k) + a * x(k)
    end do
  end block
  m = 1
end subroutine kernel
