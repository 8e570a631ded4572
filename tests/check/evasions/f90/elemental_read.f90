subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  real(c_double), allocatable :: z(:)
  !$omp target teams loop has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
  z = sin(y)
end subroutine kernel
