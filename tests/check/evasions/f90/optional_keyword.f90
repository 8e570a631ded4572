subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  call go(m=n/2, b=y)
contains
  subroutine go(m, a, b)
    integer(c_int64_t) :: m, k
    real(c_double), optional :: a(m), b(m)
    !$omp target teams loop map(tofrom: b)
    do k = 1, m
      b(k) = 0
    end do
  end subroutine
end subroutine kernel
