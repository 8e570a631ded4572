subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  type :: holder
    real(c_double), pointer :: p(:)
  end type
  type(holder) :: b
  b%p => y
  !$omp target teams distribute parallel do has_device_addr(x)
  do i = 1, n
    b%p(i) = b%p(i) + a * x(i)
  end do
end subroutine kernel
