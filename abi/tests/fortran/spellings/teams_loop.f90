! launches 2
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  integer(c_int64_t) :: i
  !$omp target teams loop has_device_addr(x, y)
  do i = 1, n
    y(i) = y(i) + alpha * x(i)
  end do
  !$omp target has_device_addr(y, s)
  s(1) = sum(y)
  !$omp end target
end subroutine kernel
