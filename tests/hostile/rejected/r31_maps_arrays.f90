! Maps both arrays as if they were host memory.
! row: 31
! twin: r16_plain.f90
! without check: transfer, runtime-error
! without check, transfer: accepted

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do map(to: x) map(tofrom: y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
