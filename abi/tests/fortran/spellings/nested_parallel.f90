! launches 3, to 8, from 8
! Right on the host device; on NVIDIA flang 22 gives wrong sums for this shape.
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  integer(c_int64_t) :: i, j
  real(c_double) :: total
  total = 0
  !$omp target teams distribute has_device_addr(x, y)
  do j = 1, n, 64
    !$omp parallel do
    do i = j, min(j + 63, n)
      y(i) = y(i) + alpha * x(i)
    end do
  end do
  !$omp target parallel do has_device_addr(y) reduction(+: total)
  do i = 1, n
    total = total + y(i)
  end do
  !$omp target has_device_addr(s)
  s(1) = total
  !$omp end target
end subroutine kernel
