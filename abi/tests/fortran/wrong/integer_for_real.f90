! argument 4 `alpha` is `integer(8)`
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  integer(c_int64_t), value :: alpha
end subroutine kernel
