! launches 2, to 8, from 8
! A module in the same file, with a device function and the entry itself.
module work
  use, intrinsic :: iso_c_binding
  implicit none
  private
contains
  pure function scaled(a, x) result(r)
    !$omp declare target
    real(c_double), intent(in) :: a, x
    real(c_double) :: r
    r = a * x
  end function scaled

  subroutine entry_point(x, y, s, alpha, n) bind(c, name="kernel")
    integer(c_int64_t), value :: n
    real(c_double), value :: alpha
    real(c_double), intent(in) :: x(n)
    real(c_double), intent(inout) :: y(n)
    real(c_double), intent(out) :: s(1)
    integer(c_int64_t) :: i
    real(c_double) :: total
    total = 0
    !$omp target teams distribute parallel do has_device_addr(x, y) reduction(+: total)
    do i = 1, n
      y(i) = y(i) + scaled(alpha, x(i))
      total = total + y(i)
    end do
    !$omp target has_device_addr(s)
    s(1) = total
    !$omp end target
  end subroutine entry_point
end module work
