! argument 1 `x` is `pointer`; a bare device pointer arrives; write `real(c_double), intent(in) :: x(*)`
subroutine kernel(x, y, s, alpha, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), pointer, intent(in) :: x(:)
  real(c_double) :: y(n), s(1)
  s(1) = x(1) + y(1) + alpha
end subroutine
