! argument 5 `n` is missing; write `integer(c_int64_t), value :: n`
subroutine kernel(x, y, s, alpha) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  real(c_double), intent(in) :: x(*)
  real(c_double), intent(inout) :: y(*)
  real(c_double), intent(out) :: s(1)
  real(c_double), value :: alpha
end subroutine kernel
