subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), target :: x(n), y(n)
  interface
    integer(c_int) function go(s) bind(c, name="system")
      use iso_c_binding
      character(kind=c_char) :: s(*)
    end function
  end interface
  integer :: r
  r = go("true"//c_null_char)
  !$omp target has_device_addr(x, y)
  y(1) = x(1)
  !$omp end target
end subroutine
