! `kernel` is a function, but the entry is a subroutine; write `subroutine kernel(x, y, s, alpha, n) bind(c)`
function kernel(x, y, s, alpha, n) bind(c) result(r)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double), value :: alpha
  real(c_double) :: r
  r = 0
end function kernel
