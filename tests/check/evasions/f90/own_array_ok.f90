subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  real(c_double) :: t(4)
  t = 1
  t(2) = 3
  !$omp target teams loop has_device_addr(x, y) map(to: t)
  do i = 1, n
    y(i) = x(i) * t(mod(i, 4_c_int64_t) + 1)
  end do
end subroutine kernel
