! launches 3, to 96
! Memory from omp_target_alloc, through its C binding.
subroutine kernel(x, y, s, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  use omp_lib
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  real(c_double), intent(out) :: s(1)
  type(c_ptr) :: p
  real(c_double), pointer :: t(:)
  integer(c_int64_t) :: i
  p = omp_target_alloc(int(n * 8, c_size_t), int(omp_get_default_device(), c_int))
  call c_f_pointer(p, t, [n])
  !$omp target teams distribute parallel do has_device_addr(x, t)
  do i = 1, n
    t(i) = alpha * x(i)
  end do
  !$omp target teams distribute parallel do has_device_addr(y, t)
  do i = 1, n
    y(i) = y(i) + t(i)
  end do
  !$omp target has_device_addr(y, s)
  s(1) = sum(y)
  !$omp end target
  call omp_target_free(p, int(omp_get_default_device(), c_int))
end subroutine kernel
