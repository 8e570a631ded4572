! Takes heap without end and touches all of it.
! row: 7
! twin: r16_plain.f90
! options: --memory-limit 256

subroutine kernel(x, y, alpha, beta, n) bind(c)
  use iso_c_binding
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha, beta
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_int64_t) :: i
  type :: block
    real(c_double), allocatable :: own(:)
  end type
  type(block), allocatable, save :: all(:)
  allocate (all(100000))
  do i = 1, 100000
    allocate (all(i)%own(2000000))
    all(i)%own = 1
  end do
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = alpha * x(i) + beta * y(i)
  end do
end subroutine
