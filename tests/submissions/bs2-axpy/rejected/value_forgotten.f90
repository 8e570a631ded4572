! `alpha` would be read through its address: an object file does not show that, flang's symbols do.
subroutine kernel(x, y, alpha, beta, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double) :: alpha
  real(c_double), value :: beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine kernel
