subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  interface
    subroutine copy(a, b, m) bind(c, name="memcpy")
      use iso_c_binding
      type(c_ptr), value :: a, b
      integer(c_size_t), value :: m
    end subroutine
  end interface
  real(c_double), target :: t
  !$omp target teams loop has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
  call copy(c_loc(y), c_loc(t), 8_c_size_t)
end subroutine kernel
