! One iteration for each entry, in the order in which they stand, whatever the layout and the direction.
subroutine kernel(v, vl, vr, nx, ny, nz, direction, aos) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int32_t), value :: nx, ny, nz, direction, aos
  real(c_double), intent(in) :: v(*)
  real(c_double), intent(out) :: vl(*), vr(*)
  integer(c_int64_t) :: extents(0:2), cells, before, length, step, e, cell, at
  real(c_double) :: a, b, half
  extents = [nx + 4, ny + 4, nz + 4]
  cells = extents(0) * extents(1) * extents(2)
  before = 1
  if (direction > 0) before = extents(0)
  if (direction > 1) before = before * extents(1)
  length = extents(direction)
  step = before
  if (aos /= 0) step = 8 * step
  !$omp target teams distribute parallel do has_device_addr(v, vl, vr) private(cell, at, a, b, half)
  do e = 1, 8 * cells
    if (aos /= 0) then
      cell = (e - 1) / 8
    else
      cell = mod(e - 1, cells)
    end if
    at = mod(cell / before, length)
    half = 0
    if (at > 0 .and. at < length - 1) then
      a = v(e) - v(e - step)
      b = v(e + step) - v(e)
      if (a * b > 0) half = a * b / (a + b)
    end if
    vl(e) = v(e) + half
    vr(e) = v(e) - half
  end do
end subroutine kernel
