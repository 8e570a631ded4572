! x += alpha p; r -= alpha Ap; rr = r . r, in one sweep.
subroutine kernel(p, ap, x, r, rr, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: p(n), ap(n)
  real(c_double), intent(inout) :: x(n), r(n)
  real(c_double), intent(out) :: rr(1)
  real(c_double) :: total
  integer(c_int64_t) :: i
  total = 0
  !$omp target teams distribute parallel do has_device_addr(p, ap, x, r) reduction(+: total)
  do i = 1, n
    x(i) = x(i) + alpha * p(i)
    r(i) = r(i) - alpha * ap(i)
    total = total + r(i) * r(i)
  end do
  !$omp target has_device_addr(rr)
  rr(1) = total
  !$omp end target
end subroutine kernel
