! Works on the first call for a size and is idle on the others, by a saved variable.
! row: 34
! twin: r16_plain.f90
! without poison, every-call: wrong-answer, not-reproducible, accepted

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  integer(c_int64_t), save :: last = -1
  if (n == last) then
    !$omp target has_device_addr(x, y)
    if (n < 0) y(1) = x(1)
    !$omp end target
    return
  end if
  last = n
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
