! C pointers are copied, which touches nothing behind them.
subroutine kernel(px, py, alpha, beta, n) bind(c)
  use iso_c_binding
  implicit none
  type(c_ptr), value :: px, py
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  type(c_ptr) :: p, q
  type(c_ptr), save :: kept = c_null_ptr
  real(c_double), pointer :: x(:), y(:)
  integer(c_int64_t) :: i
  p = px
  q = py
  if (c_associated(kept)) q = py
  call c_f_pointer(p, x, [n])
  call c_f_pointer(q, y, [n])
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
