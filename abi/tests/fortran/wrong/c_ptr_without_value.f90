! argument 3 `s` is a `type(c_ptr)` without `value`
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  type(c_ptr) :: s
  real(c_double), value :: alpha
end subroutine kernel
