subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
contains
  subroutine work()
    integer(c_long) :: k
    !$omp target teams loop has_device_addr(x, y)
    do k = 1, n
      y(k) = y(k) + a * x(k)
    end do
  end subroutine work
end subroutine kernel
