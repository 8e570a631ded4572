! launches 1, to 24
! The pointers are made inside the region, from C_PTRs that the region names.
subroutine kernel(px, py, ps, alpha, n) bind(c)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int64_t), value :: n
  real(c_double), value :: alpha
  type(c_ptr), value :: px, py, ps
  integer(c_int64_t) :: i
  !$omp target is_device_ptr(px, py, ps)
  block
    real(c_double), pointer :: x(:), y(:), s(:)
    call c_f_pointer(px, x, [n])
    call c_f_pointer(py, y, [n])
    call c_f_pointer(ps, s, [1])
    s(1) = 0
    do i = 1, n
      y(i) = y(i) + alpha * x(i)
      s(1) = s(1) + y(i)
    end do
  end block
  !$omp end target
end subroutine kernel
