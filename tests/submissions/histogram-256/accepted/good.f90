! One atomic increment for each key.
subroutine kernel(keys, counts, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  integer(c_int32_t), intent(in) :: keys(n)
  integer(c_int32_t), intent(out) :: counts(0:255)
  integer(c_int64_t) :: i
  !$omp target teams distribute parallel do has_device_addr(counts)
  do i = 0, 255
    counts(i) = 0
  end do
  !$omp target teams distribute parallel do has_device_addr(keys, counts)
  do i = 1, n
    !$omp atomic
    counts(keys(i)) = counts(keys(i)) + 1
  end do
end subroutine kernel
