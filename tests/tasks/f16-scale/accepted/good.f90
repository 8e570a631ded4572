! No `bind(c)` argument may be of half precision: the arrays arrive as addresses.
subroutine kernel(x, y, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr), value :: x
  type(c_ptr), value :: y
  real(c_float), value :: alpha
  integer(c_int64_t), value :: n
  real(2), pointer :: x_values(:)
  real(2), pointer :: y_values(:)
  integer(c_int64_t) :: i

  call c_f_pointer(x, x_values, [n])
  call c_f_pointer(y, y_values, [n])
  !$omp target teams distribute parallel do has_device_addr(x_values, y_values)
  do i = 1, n
    y_values(i) = real(alpha * real(x_values(i), 4), 2)
  end do
end subroutine kernel
