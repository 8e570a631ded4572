! Right, but stores to an input, if only what is there.
! row: 27
! twin: r16_plain.f90
! names: x
! without readonly: accepted

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), volatile :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
  !$omp target has_device_addr(x)
  if (n > 0) x(1) = x(1)
  !$omp end target
end subroutine
