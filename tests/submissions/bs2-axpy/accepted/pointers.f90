! The same with C pointers: the Fortran pointers made from them are what the region names.
subroutine kernel(px, py, alpha, beta, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr), value :: px, py
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), pointer :: x(:), y(:)
  integer(c_int64_t) :: i
  call c_f_pointer(px, x, [n])
  call c_f_pointer(py, y, [n])
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine kernel
