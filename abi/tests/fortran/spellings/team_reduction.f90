! launches 2, to 40, from 40
! An array and a maximum reduced across teams, and the maths functions a device must have.
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  integer(c_int64_t) :: i
  real(c_double) :: part(2), largest
  part = 0
  largest = -huge(largest)
  !$omp target teams distribute parallel do has_device_addr(x, y) reduction(+: part) reduction(max: largest)
  do i = 1, n
    y(i) = y(i) + alpha * sqrt(x(i) * x(i)) * exp(0d0 * x(i))
    part(1 + mod(i, 2_c_int64_t)) = part(1 + mod(i, 2_c_int64_t)) + y(i)
    largest = max(largest, y(i))
  end do
  !$omp target has_device_addr(s)
  s(1) = part(1) + part(2)
  !$omp end target
end subroutine kernel
