! One iteration for each row; what the arrays hold counts from 0.
subroutine kernel(rowptr, col, val, x, y, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  integer(c_int32_t), intent(in) :: rowptr(n + 1), col(*)
  real(c_double), intent(in) :: val(*), x(n)
  real(c_double), intent(out) :: y(n)
  integer(c_int64_t) :: row
  integer(c_int32_t) :: s
  real(c_double) :: total
  !$omp target teams distribute parallel do has_device_addr(rowptr, col, val, x, y) private(total)
  do row = 1, n
    total = 0
    do s = rowptr(row) + 1, rowptr(row + 1)
      total = total + val(s) * x(col(s) + 1)
    end do
    y(row) = total
  end do
end subroutine kernel
