! Defines a function that reads clocks.
! row: 36
! twin: r16_plain.f90
! without check: rejected
! without check, imports: accepted, build-failed

function omp_get_wtime() bind(c)
  use iso_c_binding
  real(c_double) :: omp_get_wtime
  omp_get_wtime = 0
end function

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
