! One atomic addition for each weight; their order is open, and the band allows for it.
subroutine kernel(bin, w, sums, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  integer(c_int32_t), intent(in) :: bin(n)
  real(c_double), intent(in) :: w(n)
  real(c_double), intent(out) :: sums(0:15)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(sums)
  do i = 0, 15
    sums(i) = 0
  end do
  !$omp target teams distribute parallel do has_device_addr(bin, w, sums)
  do i = 1, n
    !$omp atomic
    sums(bin(i)) = sums(bin(i)) + w(i)
  end do
end subroutine kernel
