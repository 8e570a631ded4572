! Prints without end before the work.
! row: 9
! twin: r16_plain.f90

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  logical, save :: flooded = .false.
  if (.not. flooded) then
    do i = 1, 4194304
      print '(a)', repeat("0123456789", 6)
    end do
    flooded = .true.
  end if
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
