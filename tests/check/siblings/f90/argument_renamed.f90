subroutine kernel(x, y, n, a) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), value :: a
  integer(c_long) :: i
  call work(x, y)
contains
  subroutine work(u, v)
    real(c_double) :: u(n), v(n)
    integer(c_long) :: k
    !$omp target teams loop has_device_addr(u)
    do k = 1, n
      v(k) = v(k) + a * u(k)
    end do
  end subroutine work
end subroutine kernel
