! A target region that never ends. On a GPU the device is probed afterwards.
! row: 25
! twin: r16_plain.f90
! options: --time-limit 1

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), volatile :: y(n)
  integer(c_int64_t) :: i
  !$omp target has_device_addr(y)
  do while (y(1) /= 12345)
  end do
  !$omp end target
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
