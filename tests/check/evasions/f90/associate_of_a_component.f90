subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  type t; real(c_double), pointer :: a(:); end type
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), target :: y(n)
  type(t) :: o; o%a => y
  block; associate (w => o%a)
  !$omp target enter data map(to: w)
  end associate; end block
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
end subroutine
