subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  type t
    real(c_double), pointer :: p(:)
  end type
  type(t) :: v
  !$omp declare mapper(t :: a) map(a%p)
  v%p => y
  !$omp target teams loop has_device_addr(x) map(tofrom: v)
  do i = 1, n
    v%p(i) = x(i)
  end do
end subroutine kernel
