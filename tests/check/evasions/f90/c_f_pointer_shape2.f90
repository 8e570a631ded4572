subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double), intent(inout), target :: y(n)
  integer(c_int64_t) :: i
  real(c_double), pointer :: z(:, :)
  call c_f_pointer(c_loc(y), z, [2_c_int64_t, n/2])
  !$omp target teams loop has_device_addr(x) map(tofrom: z)
  do i = 1, n/2
    z(1, i) = x(i)
  end do
end subroutine kernel
