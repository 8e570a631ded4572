subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  real(c_double), pointer :: p(:), q(:)
  p => y
  q => p
  !$omp target teams distribute parallel do has_device_addr(x, p)
  do i = 1, n
    q(i) = q(i) + a * x(i)
  end do
end subroutine kernel
