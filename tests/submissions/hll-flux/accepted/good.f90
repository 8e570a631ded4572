! One iteration for each face. States and fluxes are in the order rho, mn, mt, ms, Bn, Bt, Bs, E.
module hll
  use, intrinsic :: iso_c_binding
  implicit none
contains
  pure real(c_double) function fast(q, gamma)
    !$omp declare target
    real(c_double), intent(in) :: q(8), gamma
    real(c_double) :: gp, bt2, b2
    bt2 = q(6) * q(6) + q(7) * q(7)
    gp = gamma * q(8)
    b2 = q(5) * q(5) + bt2
    fast = sqrt((gp + b2 + sqrt((gp - b2) * (gp - b2) + 4 * gp * bt2)) / (2 * q(1)))
  end function fast

  ! Conserved variables and fluxes of one side.
  pure subroutine side(q, gamma, u, f)
    !$omp declare target
    real(c_double), intent(in) :: q(8), gamma
    real(c_double), intent(out) :: u(8), f(8)
    real(c_double) :: v2, b2, vb, pt
    integer :: c
    v2 = q(2) * q(2) + q(3) * q(3) + q(4) * q(4)
    b2 = q(5) * q(5) + q(6) * q(6) + q(7) * q(7)
    vb = q(2) * q(5) + q(3) * q(6) + q(4) * q(7)
    pt = q(8) + 0.5d0 * b2
    u(1) = q(1)
    u(8) = q(8) / (gamma - 1) + 0.5d0 * q(1) * v2 + 0.5d0 * b2
    f(1) = q(1) * q(2)
    do c = 2, 4
      u(c) = q(1) * q(c)
      u(c + 3) = q(c + 3)
      f(c) = f(1) * q(c) - q(5) * q(c + 3)
      f(c + 3) = q(c + 3) * q(2) - q(5) * q(c)
    end do
    f(2) = f(2) + pt
    f(8) = (u(8) + pt) * q(2) - q(5) * vb
  end subroutine side

  subroutine kernel(vl, vr, bn, f, gamma, nx, ny, nz, direction, aos) bind(c)
    integer(c_int32_t), value :: nx, ny, nz, direction, aos
    real(c_double), value :: gamma
    real(c_double), intent(in) :: vl(*), vr(*), bn(*)
    real(c_double), intent(out) :: f(*)
    integer(c_int64_t) :: faces, face, step, between, at
    integer :: c
    real(c_double) :: l(8), r(8), ul(8), ur(8), fl(8), fr(8), sl, sr, cl, cr, flux
    faces = int(nx, c_int64_t) * ny * nz
    step = merge(8, 1, aos /= 0)
    between = merge(1_c_int64_t, faces, aos /= 0)
    !$omp target teams distribute parallel do has_device_addr(vl, vr, bn, f) &
    !$omp& private(at, c, l, r, ul, ur, fl, fr, sl, sr, cl, cr, flux)
    do face = 1, faces
      do c = 1, 8
        at = 1 + (face - 1) * step + place(c, direction) * between
        l(c) = vl(at)
        r(c) = vr(at)
      end do
      l(5) = bn(face)
      r(5) = bn(face)
      cl = fast(l, gamma)
      cr = fast(r, gamma)
      sl = min(l(2) - cl, r(2) - cr)
      sr = max(l(2) + cl, r(2) + cr)
      call side(l, gamma, ul, fl)
      call side(r, gamma, ur, fr)
      do c = 1, 8
        flux = (sr * fl(c) - sl * fr(c) + sl * sr * (ur(c) - ul(c))) / (sr - sl)
        if (sl >= 0) then
          flux = fl(c)
        else if (sr <= 0) then
          flux = fr(c)
        end if
        if (c == 5) flux = 0
        f(1 + (face - 1) * step + place(c, direction) * between) = flux
      end do
    end do
  end subroutine kernel

  ! Where component c stands among the eight of an array, from 0.
  pure integer function place(c, direction)
    !$omp declare target
    integer, intent(in) :: c
    integer(c_int32_t), intent(in) :: direction
    place = c - 1
    if (c >= 2 .and. c <= 4) place = 1 + mod(direction + c - 2, 3)
    if (c >= 5 .and. c <= 7) place = 4 + mod(direction + c - 5, 3)
  end function place
end module hll
