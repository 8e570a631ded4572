! Forks without end, through a C function.
! row: 1
! twin: r16_plain.f90
! options: --time-limit 2
! without check, imports: security-violation, runtime-error, no-offload, wrong-answer
! without check, imports, narrow: runtime-error, time-limit, memory-limit, security-violation

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  implicit none
  interface
    function fork() bind(c)
      import
      integer(c_int) :: fork
    end function
  end interface
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  do while (fork() < 1000000000)
  end do
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
