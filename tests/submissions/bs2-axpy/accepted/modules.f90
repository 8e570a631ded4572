! Modules that use each other, all in this one file; the entry is a module procedure.
module constants
  use iso_c_binding
  implicit none
  integer, parameter :: dp = c_double
end module
module work
  use constants, only: dp, c_int64_t
  implicit none
contains
  elemental real(dp) function combine(a, x, b, y)
    !$omp declare target
    real(dp), intent(in) :: a, x, b, y
    combine = a * x + b * y
  end function
end module
module entry
contains
subroutine kernel(x, y, alpha, beta, n) bind(c)
  use work
  implicit none
  integer(c_int64_t), value :: n
  real(dp), value :: alpha, beta
  real(dp), intent(in) :: x(n)
  real(dp), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = combine(alpha, x(i), beta, y(i))
  end do
end subroutine
end module
