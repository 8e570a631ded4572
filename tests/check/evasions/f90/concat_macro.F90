#define MAPS map(tofrom: y)
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  !$omp target teams loop has_device_addr(x) MAPS
  do i = 1, n
    y(i) = x(i)
  end do
end subroutine kernel
