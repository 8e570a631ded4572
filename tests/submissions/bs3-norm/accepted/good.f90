! result = x . x: a reduction into a variable of the host, then one region that stores it.
subroutine kernel(x, result, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(out) :: result(1)
  real(c_double) :: total
  integer(c_int64_t) :: i
  total = 0
  !$omp target teams distribute parallel do has_device_addr(x) reduction(+: total)
  do i = 1, n
    total = total + x(i) * x(i)
  end do
  !$omp target has_device_addr(result)
  result(1) = total
  !$omp end target
end subroutine kernel
