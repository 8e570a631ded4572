! Three steps: the sum of each block, a scan of the sums, then each block from where it starts. Signed integers of the same
! width add alike; what overflows wraps.
subroutine kernel(value, scan, work, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  integer(c_int32_t), intent(in) :: value(n)
  integer(c_int32_t), intent(out) :: scan(n)
  integer(c_int32_t), intent(inout) :: work(*)
  integer(c_int64_t), parameter :: blocks = 1024
  integer(c_int64_t) :: length, b, i
  integer(c_int32_t) :: own, running
  length = (n + blocks - 1) / blocks
  !$omp target teams distribute parallel do has_device_addr(value, work) private(running)
  do b = 1, blocks
    running = 0
    do i = (b - 1) * length + 1, min(b * length, n)
      running = running + value(i)
    end do
    work(b) = running
  end do
  !$omp target has_device_addr(work)
  running = 0
  do b = 1, blocks
    own = work(b)
    work(b) = running
    running = running + own
  end do
  !$omp end target
  !$omp target teams distribute parallel do has_device_addr(value, scan, work) private(running)
  do b = 1, blocks
    running = work(b)
    do i = (b - 1) * length + 1, min(b * length, n)
      scan(i) = running
      running = running + value(i)
    end do
  end do
end subroutine kernel
