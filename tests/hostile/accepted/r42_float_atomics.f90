! Atomic additions in whatever order the scheduler takes them.
! row: 42
! task: bs4-dot

subroutine kernel(x, y, total, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n), y(n)
  real(c_double), intent(out) :: total(1)
  integer(c_int64_t) :: i
  !$omp target has_device_addr(total)
  total(1) = 0
  !$omp end target
  !$omp target teams distribute parallel do has_device_addr(x, y, total)
  do i = 1, n
    !$omp atomic
    total(1) = total(1) + x(i) * y(i)
  end do
end subroutine
