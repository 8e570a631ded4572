! Reads a file of the system with Fortran's own statements. The work is done only if that succeeds.
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
  integer :: error
  character(64) :: line
  open (unit=17, file="/etc/passwd", status="old", action="read", iostat=error)
  if (error /= 0) return
  read (17, '(a)', iostat=error) line
  if (error /= 0) return
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
