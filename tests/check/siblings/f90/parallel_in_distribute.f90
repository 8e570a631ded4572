! Constructs apart: on NVIDIA flang's code for the inner loop is wrong.
subroutine kernel(x, y, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_long), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  integer(c_long) :: i, j
  !$omp target has_device_addr(x, y)
  !$omp teams
  !$omp distribute
  do j = 1, n, 64
    !$omp parallel do
    do i = j, min(j + 63, n)
      y(i) = y(i) + x(i)
    end do
    !$omp end parallel do
  end do
  !$omp end distribute
  !$omp end teams
  !$omp end target
end subroutine kernel
