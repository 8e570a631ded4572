module m
type t
  integer :: k
contains
  procedure :: run => work
end type
contains
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double) :: x(n), y(n)
  type(t) :: o
  call o%run(x, y, n)
end subroutine
subroutine work(self, q, p, m)
  class(t) :: self
  integer :: m, i
  real(8) :: p(m), q(m)
  !$omp target teams loop has_device_addr(p, q)
  do i = 1, m
    p(i) = q(i)
  end do
end subroutine
end module
