subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  call go(y(1:n/2), n/2)
contains
  subroutine go(b, m)
    integer(c_int64_t) :: m, k
    real(c_double) :: b(m)
    !$omp target teams loop map(tofrom: b)
    do k = 1, m
      b(k) = 0
    end do
  end subroutine
end subroutine kernel
