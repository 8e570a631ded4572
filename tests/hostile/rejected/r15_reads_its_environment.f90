! Looks for a variable of the judge's environment in its own. The work is done only if that succeeds.
! row: 15
! twin: r16_plain.f90
! without check, imports: security-violation, runtime-error, no-offload, wrong-answer, build-failed

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  integer :: status
  character(64) :: text
  call get_environment_variable("JUDGE_HOSTILE_SECRET", text, status=status)
  if (status /= 0) return
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
