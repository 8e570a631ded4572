subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  integer(c_int64_t) :: j
  outer: do i = 1, 2
  !$omp target teams loop has_device_addr(x, y)
  do j = 1, n
    y(j) = x(j)
  end do
  end do outer
  y(1) = 0
end subroutine kernel
