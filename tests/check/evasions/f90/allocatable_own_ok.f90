subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  real(c_double), allocatable :: t(:)
  allocate(t(n))
  !$omp target enter data map(alloc: t)
  !$omp target teams loop has_device_addr(x)
  do i = 1, n
    t(i) = x(i)
  end do
  !$omp target teams loop has_device_addr(y)
  do i = 1, n
    y(i) = t(i)
  end do
  !$omp target exit data map(delete: t)
  deallocate(t)
end subroutine kernel
