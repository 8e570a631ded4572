subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  call go(x, y)
contains
  subroutine go(a, b)
    real(c_double), intent(in) :: a(:)
    real(c_double), intent(inout) :: b(:)
    integer(c_int64_t) :: k
    !$omp target teams loop has_device_addr(a, b)
    do k = 1, size(a)
      b(k) = a(k)
    end do
  end subroutine
end subroutine kernel
