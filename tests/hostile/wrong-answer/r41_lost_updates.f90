! Every thread adds to one element without an atomic.
! row: 41
! task: bs4-dot
! twin: r42_float_atomics.f90
! verdict: wrong-answer, not-reproducible

subroutine kernel(x, y, total, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n), y(n)
  real(c_double), intent(out), volatile :: total(1)
  integer(c_int64_t) :: i
  !$omp target has_device_addr(total)
  total(1) = 0
  !$omp end target
  !$omp target teams distribute parallel do num_teams(2) has_device_addr(x, y, total)
  do i = 1, n
    total(1) = total(1) + x(i) * y(i)
  end do
end subroutine
