module m
interface run
  module procedure moves
end interface
contains
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double) :: x(n), y(n)
  call run(y, n)
end subroutine
subroutine moves(p, m)
  integer :: m, i
  real(8) :: p(m)

  !$omp target teams loop map(tofrom: p)
  do i = 1, m
    p(i) = 0
  end do
end subroutine
end module
