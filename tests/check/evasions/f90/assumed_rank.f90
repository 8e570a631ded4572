subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  call go(y)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
contains
  subroutine go(a)
    real(8), target :: a(..)
    select rank (p => a)
    rank (1)
      !$omp target map(tofrom: p)
      p(1) = 0
      !$omp end target
    end select
  end subroutine
end subroutine
