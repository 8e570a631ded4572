subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  type, bind(c) :: box
    type(c_ptr) :: p
  end type
  integer(c_int), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout), target :: y(n)
  type(box) :: b
  real(c_double), pointer :: q(:)
  b%p = c_loc(y(1)); call c_f_pointer(b%p, q, [n])
  !$omp target teams distribute parallel do has_device_addr(x) map(from: q)
  do i = 1, n
    q(i) = x(i)
  end do
end subroutine
