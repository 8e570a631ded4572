! launches 2, to 8, from 8
#define REGION target teams distribute parallel do
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  integer(c_int64_t) :: i
  real(c_double) :: total
  total = 0
#ifdef _OPENMP
  !$omp REGION has_device_addr(x, y) &
  !$omp& reduction(+: total)
#endif
  do i = 1, n
    y(i) = y(i) + alpha * x(i)
    total = total + y(i)
  end do
  !$omp target has_device_addr(s)
  s(1) = total
  !$omp end target
end subroutine kernel
