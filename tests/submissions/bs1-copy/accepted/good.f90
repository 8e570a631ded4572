! b = a: both arrays are device memory, so the region names them in has_device_addr and maps nothing.
subroutine kernel(a, b, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: a(n)
  real(c_double), intent(out) :: b(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(a, b)
  do i = 1, n
    b(i) = a(i)
  end do
end subroutine kernel
