! launches 2, to 264
! Two dimensions over the same memory; n is even or the last element stands alone.
subroutine kernel(px, py, ps, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  type(c_ptr), value :: px, py, ps
  real(c_double), pointer :: x(:, :), y(:, :), s(:)
  integer(c_int64_t) :: i, j, rows
  rows = merge(2_c_int64_t, 1_c_int64_t, mod(n, 2_c_int64_t) == 0)
  call c_f_pointer(px, x, [rows, n / rows])
  call c_f_pointer(py, y, [rows, n / rows])
  call c_f_pointer(ps, s, [1])
  !$omp target teams distribute parallel do collapse(2) has_device_addr(x, y)
  do j = 1, n / rows
    do i = 1, rows
      y(i, j) = y(i, j) + alpha * x(i, j)
    end do
  end do
  !$omp target has_device_addr(y, s)
  s(1) = 0
  do j = 1, n / rows
    do i = 1, rows
      s(1) = s(1) + y(i, j)
    end do
  end do
  !$omp end target
end subroutine kernel
