subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), target :: y(n)
  real(c_double), pointer :: p(:)
  common /blk/ p
  p => y
  call other(n)
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
end subroutine
subroutine other(n)
  use iso_c_binding
  integer :: n
  real(c_double), pointer :: q(:)
  common /blk/ q
  !$omp target update to(q)
end subroutine
