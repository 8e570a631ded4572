      subroutine kernel(x, y, n) bind(c)
      use iso_c_binding
      integer(c_int64_t), value :: n
      real(c_double) :: x(n), y(n)
      integer(c_int64_t) :: i
c it's a comment
!$omp target teams loop has_device_addr(x, y)
      do i = 1, n
        y(i) = x(i)
      end do
      end
