subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  integer :: rc
  !$ rc = omp_target_memcpy(c_loc(y), c_loc(x), 8_c_size_t, 0_c_size_t, 0_c_size_t, 0, 0)
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
end subroutine kernel
