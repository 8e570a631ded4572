subroutine kernel(cx, cy, n, a) bind(c)
  use iso_c_binding
  implicit none
  type(c_ptr), value :: cx, cy
  integer(c_long), value :: n
  real(c_double), value :: a
  real(c_double), pointer :: x(:), y(:)
  integer(c_long) :: i
  !$omp target private(x, y)
  call c_f_pointer(cx, x, [n])
  call c_f_pointer(cy, y, [n])
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
  !$omp end target
end subroutine kernel
