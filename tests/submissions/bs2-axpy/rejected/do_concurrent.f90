! `do concurrent` alone stays on the host.
subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  do concurrent (i = 1:n)
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
