! argument 1 `x` is declared to be written, but it is an input
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(inout) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double), value :: alpha
end subroutine kernel
