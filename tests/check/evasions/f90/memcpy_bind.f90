subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n), h(4)
  interface
    integer(c_int) function cp(d, s, l, a, b, i, j) bind(c, name="omp_target_memcpy")
      use iso_c_binding
      type(c_ptr), value :: d, s
      integer(c_size_t), value :: l, a, b
      integer(c_int), value :: i, j
    end function
  end interface
  integer :: r
  r = cp(c_loc(h), c_loc(y), 8_c_size_t, 0_c_size_t, 0_c_size_t, 1, 0)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
