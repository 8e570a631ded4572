subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
#if defined(NOPE)
  !$omp target teams loop has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
#elif _OPENMP > 199808
  !$omp target teams loop has_device_addr(x) map(tofrom: y)
  do i = 1, n
    y(i) = x(i)
  end do
#endif
end subroutine kernel
