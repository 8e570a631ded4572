! constructor, c_ptr components, c_f_pointer
subroutine kernel(px, py, n) bind(c)
  use iso_c_binding
  implicit none
  type(c_ptr), value :: px, py
  integer(c_int), value :: n
  type :: buffers
    type(c_ptr) :: src = c_null_ptr, dst = c_null_ptr
    integer :: n = 0
  end type
  type(buffers) :: b
  real(c_double), pointer :: x(:), y(:)
  integer :: i
  b = buffers(px, py, n)
  b%src = px
  if (.not. c_associated(b%src)) return
  call c_f_pointer(b%src, x, [b%n])
  call c_f_pointer(b%dst, y, [b%n])
  !$omp target teams distribute parallel do has_device_addr(x, y)
  do i = 1, n
    y(i) = x(i)
  end do
end subroutine
