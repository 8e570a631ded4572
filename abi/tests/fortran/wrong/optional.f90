! argument 3 `s` is `optional`; a bare device pointer arrives; write `real(c_double), intent(out) :: s(*)`
subroutine kernel(x, y, s, alpha, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), optional :: s(1)
  real(c_double) :: x(n), y(n)
  s(1) = x(1) + y(1) + alpha
end subroutine
