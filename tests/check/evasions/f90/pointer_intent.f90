subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  real(c_double), pointer :: q(:)
  q => y
  call go(q)
end subroutine kernel
subroutine go(p)
  use iso_c_binding
  real(c_double), pointer, intent(in) :: p(:)
  integer :: i
  !$omp target teams loop map(tofrom: p)
  do i = 1, size(p)
    p(i) = 0
  end do
end subroutine
