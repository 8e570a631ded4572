! Two regions in order: all edges first, then the field, which needs the edges of its neighbours.
subroutine kernel(exj, exk, eyi, eyk, ezi, ezj, ex, ey, ez, bx, by, bz, dtdx, dtdy, dtdz, nx, ny, nz) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int32_t), value :: nx, ny, nz
  real(c_double), value :: dtdx, dtdy, dtdz
  real(c_double), dimension(0:nx + 1, 0:ny + 1, 0:nz + 1), intent(in) :: exj, exk, eyi, eyk, ezi, ezj
  real(c_double), dimension(0:nx + 1, 0:ny + 1, 0:nz + 1), intent(out) :: ex, ey, ez
  real(c_double), dimension(0:nx + 1, 0:ny + 1, 0:nz + 1), intent(inout) :: bx, by, bz
  integer(c_int32_t) :: i, j, k
  !$omp target teams distribute parallel do collapse(3) &
  !$omp& has_device_addr(exj, exk, eyi, eyk, ezi, ezj, ex, ey, ez)
  do k = 0, nz + 1
    do j = 0, ny + 1
      do i = 0, nx + 1
        if (i > 0 .and. j > 0 .and. k > 0) then
          ex(i, j, k) = 0.25d0 * (exj(i, j, k) + exj(i, j, k - 1) + exk(i, j, k) + exk(i, j - 1, k))
          ey(i, j, k) = 0.25d0 * (eyi(i, j, k) + eyi(i, j, k - 1) + eyk(i, j, k) + eyk(i - 1, j, k))
          ez(i, j, k) = 0.25d0 * (ezi(i, j, k) + ezi(i, j - 1, k) + ezj(i, j, k) + ezj(i - 1, j, k))
        else
          ex(i, j, k) = 0
          ey(i, j, k) = 0
          ez(i, j, k) = 0
        end if
      end do
    end do
  end do
  !$omp target teams distribute parallel do collapse(3) has_device_addr(ex, ey, ez, bx, by, bz)
  do k = 1, nz + 1
    do j = 1, ny + 1
      do i = 1, nx + 1
        if (j <= ny .and. k <= nz) bx(i, j, k) = bx(i, j, k) &
          - (dtdy * (ez(i, j + 1, k) - ez(i, j, k)) - dtdz * (ey(i, j, k + 1) - ey(i, j, k)))
        if (i <= nx .and. k <= nz) by(i, j, k) = by(i, j, k) &
          - (dtdz * (ex(i, j, k + 1) - ex(i, j, k)) - dtdx * (ez(i + 1, j, k) - ez(i, j, k)))
        if (i <= nx .and. j <= ny) bz(i, j, k) = bz(i, j, k) &
          - (dtdx * (ey(i + 1, j, k) - ey(i, j, k)) - dtdy * (ex(i, j + 1, k) - ex(i, j, k)))
      end do
    end do
  end do
end subroutine kernel
