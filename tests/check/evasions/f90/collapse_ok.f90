subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  integer(c_int64_t) :: j, k
  !$omp target teams distribute parallel do collapse(2) has_device_addr(x, y) private(k)
  do j = 1, 4
    do i = 1, n / 4
      k = (j - 1) * (n / 4) + i
      y(k) = x(k)
    end do
  end do
end subroutine kernel
