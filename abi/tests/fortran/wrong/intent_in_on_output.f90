! argument 2 `y` has `intent(in)`, but the kernel must write it
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(in) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double), value :: alpha
end subroutine kernel
