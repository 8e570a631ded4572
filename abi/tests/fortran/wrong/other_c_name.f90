! `kernel` is bound to the C name `Kernel`; write `bind(c)`
subroutine kernel(x, y, s, alpha, n) bind(c, name="Kernel")
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double), value :: alpha
end subroutine kernel
