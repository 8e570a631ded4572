! One iteration for each local entry; masked entries are left alone.
subroutine kernel(v_g, scatterids, q, nl) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: nl
  real(c_double), intent(in) :: v_g(*)
  integer(c_int32_t), intent(in) :: scatterids(nl)
  real(c_double), intent(inout) :: q(nl)
  integer(c_int64_t) :: l
  !$omp target teams distribute parallel do has_device_addr(v_g, scatterids, q)
  do l = 1, nl
    if (scatterids(l) >= 0) q(l) = v_g(scatterids(l) + 1)
  end do
end subroutine kernel
