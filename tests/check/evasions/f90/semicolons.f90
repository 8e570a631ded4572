subroutine kernel(x, y, n) bind(c); use iso_c_binding; integer(c_int), value :: n; real(c_double), target :: x(n), y(n)
  real(c_double), pointer :: q(:); q => y
  !$omp target has_device_addr(x) map(tofrom: q)
  q(1) = x(1); 
  !$omp end target
end subroutine
