subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  associate (p => y)
  associate (q => p)
  !$omp target teams loop has_device_addr(x) map(tofrom: q)
  do i = 1, n
    q(i) = x(i)
  end do
  end associate
  end associate
end subroutine kernel
