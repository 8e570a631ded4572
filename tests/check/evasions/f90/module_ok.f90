module m
  use iso_c_binding
  implicit none
  private
  public :: kernel
contains
  subroutine kernel(x, y, n) bind(c, name="kernel")
    integer(c_int64_t), value :: n
    real(c_double), intent(in) :: x(n)
    real(c_double), intent(out) :: y(n)
    integer(c_int64_t) :: i
    !$omp target teams distribute parallel do simd has_device_addr(x, y)
    do i = 1, n
      y(i) = f(x(i))
    end do
    !$omp end target teams distribute parallel do simd
  end subroutine
  pure function f(a) result(b)
    !$omp declare target
    real(c_double), intent(in) :: a
    real(c_double) :: b
    b = 2 * a
  end function
end module
