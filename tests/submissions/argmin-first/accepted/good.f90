! Two reductions: the smallest value, then the first place that holds it. Places count from 0.
subroutine kernel(a, value, index, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: a(n)
  real(c_double), intent(out) :: value(1)
  integer(c_int64_t), intent(out) :: index(1)
  real(c_double), parameter :: infinity = transfer(int(z'7FF0000000000000', c_int64_t), 1.0_c_double)
  real(c_double) :: least
  integer(c_int64_t) :: i, first
  least = infinity
  !$omp target teams distribute parallel do has_device_addr(a) reduction(min: least)
  do i = 1, n
    least = min(least, a(i))
  end do
  first = n + 1
  !$omp target teams distribute parallel do has_device_addr(a) reduction(min: first)
  do i = 1, n
    if (a(i) == least) first = min(first, i)
  end do
  !$omp target has_device_addr(a, value, index)
  if (first <= n) then
    value(1) = a(first)
    index(1) = first - 1
  else
    value(1) = infinity
    index(1) = -1
  end if
  !$omp end target
end subroutine kernel
