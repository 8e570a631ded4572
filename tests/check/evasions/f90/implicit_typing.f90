subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double) :: x(n), y(n)
  !$omp target teams loop map(tofrom: y) has_device_addr(x)
  do i = 1, n
    y(i) = x(i)
  end do
end
