module m
contains
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double) :: x(n), y(n)
  interface
    subroutine iface(q, p, m)
      real(8) :: q(*), p(*)
      integer :: m
    end subroutine
  end interface
  procedure(iface), pointer :: f
  f => work
  call f(x, y, n)
end subroutine
subroutine work(q, p, m)
  real(8) :: p(m), q(m)
  integer :: m, i
  !$omp target teams loop has_device_addr(p, q)
  do i = 1, m
    p(i) = q(i)
  end do
end subroutine
end module
