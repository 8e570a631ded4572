! Two threads read the sum before either has written it, and then both write. The barrier makes it so on a machine that is
! too busy to run both at a time.
! row: 41
! task: bs4-dot
! twin: r42_float_atomics.f90
! verdict: wrong-answer, not-reproducible
! without answers: accepted

subroutine kernel(x, y, total, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), intent(in) :: x(n), y(n)
  real(c_double), intent(out), volatile :: total(1)
  real(c_double) :: before, own
  integer(c_int64_t) :: i
  !$omp target has_device_addr(total)
  total(1) = 0
  !$omp end target
  !$omp target parallel num_threads(2) private(before, own) has_device_addr(x, y, total)
  before = total(1)
  own = 0
  !$omp barrier
  !$omp do
  do i = 1, n
    own = own + x(i) * y(i)
  end do
  total(1) = before + own
  !$omp end target parallel
end subroutine
