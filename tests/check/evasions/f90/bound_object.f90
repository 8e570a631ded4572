module m
  use iso_c_binding
  type t
    real(c_double), pointer :: d(:)
  contains
    procedure :: up
  end type
contains
  subroutine up(self)
    class(t), intent(in) :: self
    !$omp target enter data map(to: self%d)
  end subroutine
end module
subroutine kernel(x, y, n) bind(c)
  use m
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), target :: y(n)
  type(t) :: o
  o%d => y
  call o%up()
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
end subroutine
