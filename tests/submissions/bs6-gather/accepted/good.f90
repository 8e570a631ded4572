! One iteration for each row; what the arrays hold counts from 0.
subroutine kernel(v_l, rowstarts, ids, g, ng) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: ng
  real(c_double), intent(in) :: v_l(*)
  integer(c_int32_t), intent(in) :: rowstarts(ng + 1), ids(*)
  real(c_double), intent(out) :: g(ng)
  integer(c_int64_t) :: row
  integer(c_int32_t) :: s
  real(c_double) :: total
  !$omp target teams distribute parallel do has_device_addr(v_l, rowstarts, ids, g) private(total)
  do row = 1, ng
    total = 0
    do s = rowstarts(row) + 1, rowstarts(row + 1)
      total = total + v_l(ids(s) + 1)
    end do
    g(row) = total
  end do
end subroutine kernel
