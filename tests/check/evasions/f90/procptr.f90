module m
contains
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double) :: x(n), y(n)
  interface
    subroutine iface(p, m)
      real(8) :: p(*)
      integer :: m
    end subroutine
  end interface
  procedure(iface), pointer :: f
  f => moves
  call f(y, n)
end subroutine
subroutine moves(p, m)
  real(8) :: p(m)
  integer :: m, i
  !$omp target teams loop map(tofrom: p)
  do i = 1, m
    p(i) = 0
  end do
end subroutine
end module
