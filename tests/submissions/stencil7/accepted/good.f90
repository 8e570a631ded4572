! One iteration a point; the first index is the one next to each other in memory.
subroutine kernel(u, y, c, cx, cy, cz, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int32_t), value :: n
  real(c_double), value :: c, cx, cy, cz
  real(c_double), intent(in) :: u(n, n, n)
  real(c_double), intent(out) :: y(n, n, n)
  integer(c_int32_t) :: i, j, k
  !$omp target teams distribute parallel do collapse(3) has_device_addr(u, y)
  do k = 1, n
    do j = 1, n
      do i = 1, n
        if (i == 1 .or. i == n .or. j == 1 .or. j == n .or. k == 1 .or. k == n) then
          y(i, j, k) = 0
        else
          y(i, j, k) = c * u(i, j, k) + cx * (u(i - 1, j, k) + u(i + 1, j, k)) &
            + cy * (u(i, j - 1, k) + u(i, j + 1, k)) + cz * (u(i, j, k - 1) + u(i, j, k + 1))
        end if
      end do
    end do
  end do
end subroutine kernel
