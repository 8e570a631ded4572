! launches 2, to 16, from 8
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(*)
  real(c_double), intent(inout) :: y(*), s(*)
  integer(c_int64_t) :: i
  real(c_double) :: total
  total = 0
  !$omp target teams distribute parallel do has_device_addr(x, y) reduction(+: total) map(tofrom: total)
  do i = 1, n
    y(i) = y(i) + alpha * x(i)
    total = total + y(i)
  end do
  !$omp target has_device_addr(s) map(to: total)
  s(1) = total
  !$omp end target
end subroutine kernel
