! launches 2, to 152, from 8
! The pointers are made on the host; the regions name the Fortran pointers.
subroutine kernel(px, py, ps, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  type(c_ptr), value :: px, py, ps
  real(c_double), pointer :: x(:), y(:), s(:)
  integer(c_int64_t) :: i
  real(c_double) :: total
  call c_f_pointer(px, x, [n])
  call c_f_pointer(py, y, [n])
  call c_f_pointer(ps, s, [1])
  total = 0
  !$omp target teams distribute parallel do has_device_addr(x, y) reduction(+: total)
  do i = 1, n
    y(i) = y(i) + alpha * x(i)
    total = total + y(i)
  end do
  !$omp target has_device_addr(s)
  s(1) = total
  !$omp end target
end subroutine kernel
