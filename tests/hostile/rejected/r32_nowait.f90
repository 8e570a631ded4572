! Returns before its region is done: nobody in the source waits. The shim does, so the time counts in full.
! row: 32
! twin: r16_plain.f90
! without check: accepted, late-write
! without check, late-write: accepted

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(x, y) nowait
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
