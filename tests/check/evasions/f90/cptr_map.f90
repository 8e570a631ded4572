subroutine kernel(cx, cy, n) bind(c)
  use iso_c_binding
  type(c_ptr), value :: cx, cy
  integer(c_int64_t), value :: n
  real(c_double), pointer :: x(:), y(:)
  integer(c_int64_t) :: i
  call c_f_pointer(cx, x, [n])
  call c_f_pointer(cy, y, [n])
  !$omp target teams loop map(to: x) map(from: y)
  do i = 1, n
    y(i) = x(i)
  end do
end
