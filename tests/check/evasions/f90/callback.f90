subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double) :: x(n), y(n)
  call apply(moves, y, n)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
contains
  subroutine moves(p, m)
    integer :: m, i
    real(8) :: p(m)

    !$omp target teams loop map(tofrom: p)
    do i = 1, m
      p(i) = 0
    end do
  end subroutine
  subroutine apply(w, p, m)
    external :: w
    integer :: m
    real(8) :: p(m)
    call w(p, m)
  end subroutine
end subroutine
