! Three steps: how many each block keeps, where each block starts, then each block writes its places, which count from 0.
subroutine kernel(keys, count, kept, work, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  integer(c_int32_t), intent(in) :: keys(n)
  integer(c_int32_t), intent(out) :: count(1)
  integer(c_int32_t), intent(inout) :: kept(n), work(*)
  integer(c_int64_t), parameter :: blocks = 1024
  integer(c_int64_t) :: length, b, i
  integer(c_int32_t) :: own, start
  length = (n + blocks - 1) / blocks
  !$omp target teams distribute parallel do has_device_addr(keys, work) private(own)
  do b = 1, blocks
    own = 0
    do i = (b - 1) * length + 1, min(b * length, n)
      if (iand(keys(i), 7) == 0) own = own + 1
    end do
    work(b) = own
  end do
  !$omp target has_device_addr(work, count)
  start = 0
  do b = 1, blocks
    own = work(b)
    work(b) = start
    start = start + own
  end do
  count(1) = start
  !$omp end target
  !$omp target teams distribute parallel do has_device_addr(keys, kept, work) private(start)
  do b = 1, blocks
    start = work(b)
    do i = (b - 1) * length + 1, min(b * length, n)
      if (iand(keys(i), 7) == 0) then
        start = start + 1
        kept(start) = int(i - 1, c_int32_t)
      end if
    end do
  end do
end subroutine kernel
