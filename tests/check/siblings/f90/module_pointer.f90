module state
  use iso_c_binding
  implicit none
  real(c_double), pointer :: g(:)
contains
end module state
subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  use state
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), target :: y(n)
  real(c_double), value :: a
  real(c_double), pointer :: p(:)
  integer(c_long) :: i
  p => y
  g => p
  !$omp target teams loop has_device_addr(x)
  do i = 1, n
    g(i) = g(i) + a * x(i)
  end do
end subroutine kernel
