! argument 4 `alpha` has no `value`: it would be read through its address; write `real(c_double), value :: alpha`
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double) :: alpha
end subroutine kernel
