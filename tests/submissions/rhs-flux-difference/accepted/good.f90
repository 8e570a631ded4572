! One iteration for each entry of U, in the order in which they stand. Positions count from 0, entries from 1.
subroutine kernel(u, f, dtdx, nx, ny, nz, direction, aos) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int32_t), value :: nx, ny, nz, direction, aos
  real(c_double), value :: dtdx
  real(c_double), intent(inout) :: u(*)
  real(c_double), intent(in) :: f(*)
  integer(c_int64_t) :: cells, faces, fx, fy, fz, step, e, cell, variable, face, left
  cells = int(nx, c_int64_t) * ny * nz
  fx = nx + merge(1, 0, direction == 0)
  fy = ny + merge(1, 0, direction == 1)
  fz = nz + merge(1, 0, direction == 2)
  faces = fx * fy * fz
  step = 1
  if (direction == 1) step = fx
  if (direction == 2) step = fx * fy
  if (aos /= 0) step = 8 * step
  !$omp target teams distribute parallel do has_device_addr(u, f) private(cell, variable, face, left)
  do e = 0, 8 * cells - 1
    if (aos /= 0) then
      cell = e / 8
      variable = mod(e, 8_c_int64_t)
    else
      cell = mod(e, cells)
      variable = e / cells
    end if
    face = mod(cell, int(nx, c_int64_t)) + fx * (mod(cell / nx, int(ny, c_int64_t)) + fy * (cell / nx / ny))
    if (aos /= 0) then
      left = face * 8 + variable
    else
      left = variable * faces + face
    end if
    u(e + 1) = u(e + 1) - dtdx * (f(left + step + 1) - f(left + 1))
  end do
end subroutine kernel
