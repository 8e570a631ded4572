! NaN everywhere.
! row: 39
! twin: r16_plain.f90
! without band: wrong-answer
! without answers: accepted

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(y)
  do i = 1, n
    y(i) = transfer(int(z'7FF8000000000000', c_int64_t), 1d0)
  end do
  !$omp target has_device_addr(x)
  if (x(1) > huge(alpha)) alpha = beta
  !$omp end target
end subroutine
