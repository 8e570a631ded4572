! argument 6 `m` is not in the task's interface
subroutine kernel(x, y, s, alpha, n, m) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n, m
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double), value :: alpha
end subroutine kernel
