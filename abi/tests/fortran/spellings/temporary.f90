! launches 3, to 128
! A temporary of its own on the device, without a transfer.
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  real(c_double), allocatable :: t(:)
  integer(c_int64_t) :: i
  allocate(t(n))
  !$omp target enter data map(alloc: t)
  !$omp target teams distribute parallel do has_device_addr(x) map(alloc: t)
  do i = 1, n
    t(i) = alpha * x(i)
  end do
  !$omp target teams distribute parallel do has_device_addr(y) map(alloc: t)
  do i = 1, n
    y(i) = y(i) + t(i)
  end do
  !$omp target exit data map(delete: t)
  deallocate(t)
  !$omp target has_device_addr(y, s)
  s(1) = sum(y)
  !$omp end target
end subroutine kernel
