#define OMPT !$omp target map(tofrom: y)
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
OMPT
  y(1) = x(1)
  !$omp end target
end subroutine
