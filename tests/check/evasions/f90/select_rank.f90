subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  call go(y)
contains
  subroutine go(a)
    real(c_double) :: a(..)
    integer :: k
    select rank (a)
    rank (1)
    !$omp target teams loop map(tofrom: a)
    do k = 1, size(a)
      a(k) = 0
    end do
    end select
  end subroutine
end subroutine kernel
