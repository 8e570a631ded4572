! Reaches a system call through a C function. The work is done only if that succeeds, so `accepted` would mean that it got
! through.
! row: 21
! twin: r16_plain.f90
! without check, imports: security-violation, runtime-error, no-offload, wrong-answer
! without check, imports, narrow: security-violation, runtime-error, no-offload, wrong-answer

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  implicit none
  interface
    function ptrace(request, process, address, data) bind(c)
      import
      integer(c_int), value :: request, process
      type(c_ptr), value :: address, data
      integer(c_long) :: ptrace
    end function
  end interface
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  if (ptrace(0, 0, c_null_ptr, c_null_ptr) < 0) return
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
