! HLLD (Miyoshi and Kusano 2005) by the jumps over the waves; one iteration for each face, without branches in the solver.
! Equation numbers are those of the paper.
module hlld
  use, intrinsic :: iso_c_binding
  implicit none
  type :: state
    real(c_double) :: rho, vn, vt, vs, bt, bs, e, pt, p
  end type state
contains
  ! b: distance between variables; n, t, s: normal and transverse axes, from 0.
  pure subroutine load(q, v, at, b, n, t, s, bn, gamma)
    !$omp declare target
    type(state), intent(out) :: q
    real(c_double), intent(in) :: v(*), bn, gamma
    integer(c_int64_t), intent(in) :: at, b
    integer, intent(in) :: n, t, s
    real(c_double) :: b2
    q%rho = v(at)
    q%vn = v(at + (1 + n) * b)
    q%vt = v(at + (1 + t) * b)
    q%vs = v(at + (1 + s) * b)
    q%bt = v(at + (4 + t) * b)
    q%bs = v(at + (4 + s) * b)
    q%p = v(at + 7 * b)
    b2 = bn * bn + q%bt * q%bt + q%bs * q%bs
    q%e = q%p / (gamma - 1) + 0.5d0 * q%rho * (q%vn * q%vn + q%vt * q%vt + q%vs * q%vs) + 0.5d0 * b2
    q%pt = q%p + 0.5d0 * b2
  end subroutine load

  pure real(c_double) function fast(q, bn, gamma)
    !$omp declare target
    type(state), intent(in) :: q
    real(c_double), intent(in) :: bn, gamma
    real(c_double) :: bt2, b2, gp
    bt2 = q%bt * q%bt + q%bs * q%bs
    b2 = bn * bn + bt2
    gp = gamma * q%p
    fast = sqrt((gp + b2 + sqrt((gp - b2) * (gp - b2) + 4 * gp * bt2)) / (2 * q%rho))
  end function fast

  ! (43)-(48)
  pure subroutine star(n, q, bn, wave, sm, pt)
    !$omp declare target
    type(state), intent(out) :: n
    type(state), intent(in) :: q
    real(c_double), intent(in) :: bn, wave, sm, pt
    real(c_double) :: d, e, m, denominator, over, stretch, turn
    d = wave - q%vn
    e = wave - sm
    m = q%rho * d
    denominator = m * e - bn * bn
    if (abs(denominator) < 1d-8 * abs(m * d)) then
      over = 0
      stretch = 1
    else
      over = 1 / denominator
      stretch = (m * d - bn * bn) * over
    end if
    turn = bn * (sm - q%vn) * over
    n%rho = m / e
    n%vn = sm
    n%vt = q%vt - turn * q%bt
    n%vs = q%vs - turn * q%bs
    n%bt = q%bt * stretch
    n%bs = q%bs * stretch
    n%pt = pt
    n%p = 0
    n%e = (d * q%e - q%pt * q%vn + pt * sm + bn * (q%vn * bn + q%vt * q%bt + q%vs * q%bs &
      - (sm * bn + n%vt * n%bt + n%vs * n%bs))) / e
  end subroutine star

  ! Fluxes in the order rho, mn, mt, ms, Bt, Bs, E; that of Bn is 0.
  pure subroutine fluxes(l, r, bn, gamma, f)
    !$omp declare target
    type(state), intent(in) :: l, r
    real(c_double), intent(in) :: bn, gamma
    real(c_double), intent(out) :: f(7)
    type(state) :: ls, rs, k, ks
    real(c_double) :: cl, cr, sl, sr, ml, mr, over, sm, pt, rootl, rootr, sls, srs, sgn, mean, step
    real(c_double) :: vt, vs, bt, bs, e, outer, inner, m, vb
    cl = fast(l, bn, gamma)
    cr = fast(r, bn, gamma)
    sl = min(l%vn - cl, r%vn - cr)
    sr = max(l%vn + cl, r%vn + cr)
    ml = l%rho * (sl - l%vn)
    mr = r%rho * (sr - r%vn)
    over = 1 / (mr - ml)
    sm = (mr * r%vn - ml * l%vn - r%pt + l%pt) * over                         ! (38)
    pt = (mr * l%pt - ml * r%pt + ml * mr * (r%vn - l%vn)) * over             ! (41)
    call star(ls, l, bn, sl, sm, pt)
    call star(rs, r, bn, sr, sm, pt)
    rootl = sqrt(ls%rho)
    rootr = sqrt(rs%rho)
    sls = sm - abs(bn) / rootl                                                ! (51)
    srs = sm + abs(bn) / rootr
    sgn = merge(-1d0, 1d0, bn < 0)
    mean = 1 / (rootl + rootr)
    vt = (rootl * ls%vt + rootr * rs%vt + (rs%bt - ls%bt) * sgn) * mean       ! (59)
    vs = (rootl * ls%vs + rootr * rs%vs + (rs%bs - ls%bs) * sgn) * mean       ! (60)
    bt = (rootl * rs%bt + rootr * ls%bt + rootl * rootr * (rs%vt - ls%vt) * sgn) * mean ! (61)
    bs = (rootl * rs%bs + rootr * ls%bs + rootl * rootr * (rs%vs - ls%vs) * sgn) * mean ! (62)
    ! A wave that has not reached the face adds nothing.
    if (sm >= 0) then
      k = l
      ks = ls
      step = rootl * sgn
      outer = min(sl, 0d0)
      inner = min(sls, 0d0)
    else
      k = r
      ks = rs
      step = -rootr * sgn
      outer = max(sr, 0d0)
      inner = max(srs, 0d0)
    end if
    e = ks%e - step * (ks%vt * ks%bt + ks%vs * ks%bs - vt * bt - vs * bs)     ! (63)
    m = k%rho * k%vn
    vb = k%vn * bn + k%vt * k%bt + k%vs * k%bs
    f(1) = flux(m, k%rho, ks%rho, ks%rho)
    f(2) = flux(m * k%vn + k%pt - bn * bn, m, ks%rho * sm, ks%rho * sm)
    f(3) = flux(m * k%vt - bn * k%bt, k%rho * k%vt, ks%rho * ks%vt, ks%rho * vt)
    f(4) = flux(m * k%vs - bn * k%bs, k%rho * k%vs, ks%rho * ks%vs, ks%rho * vs)
    f(5) = flux(k%bt * k%vn - bn * k%vt, k%bt, ks%bt, bt)
    f(6) = flux(k%bs * k%vn - bn * k%vs, k%bs, ks%bs, bs)
    f(7) = flux((k%e + k%pt) * k%vn - bn * vb, k%e, ks%e, e)
  contains
    pure real(c_double) function flux(own, u, us, uu)
      real(c_double), intent(in) :: own, u, us, uu
      flux = own + outer * (us - u) + inner * (uu - us)
    end function flux
  end subroutine fluxes
end module hlld

subroutine kernel(vl, vr, bn, f, gamma, nx, ny, nz, direction, aos) bind(c)
  use, intrinsic :: iso_c_binding
  use hlld
  implicit none
  integer(c_int32_t), value :: nx, ny, nz, direction, aos
  real(c_double), value :: gamma
  real(c_double), intent(in) :: vl(*), vr(*), bn(*)
  real(c_double), intent(out) :: f(*)
  integer(c_int64_t) :: faces, face, step, b, at
  integer :: n, t, s
  type(state) :: l, r
  real(c_double) :: own(7)
  faces = int(nx, c_int64_t) * ny * nz
  step = merge(8, 1, aos /= 0)
  b = merge(1_c_int64_t, faces, aos /= 0)
  n = direction
  t = mod(n + 1, 3)
  s = mod(n + 2, 3)
  !$omp target teams distribute parallel do has_device_addr(vl, vr, bn, f) private(at, l, r, own)
  do face = 1, faces
    at = 1 + (face - 1) * step
    call load(l, vl, at, b, n, t, s, bn(face), gamma)
    call load(r, vr, at, b, n, t, s, bn(face), gamma)
    call fluxes(l, r, bn(face), gamma, own)
    f(at) = own(1)
    f(at + (1 + n) * b) = own(2)
    f(at + (1 + t) * b) = own(3)
    f(at + (1 + s) * b) = own(4)
    f(at + (4 + n) * b) = 0
    f(at + (4 + t) * b) = own(5)
    f(at + (4 + s) * b) = own(6)
    f(at + 7 * b) = own(7)
  end do
end subroutine kernel
