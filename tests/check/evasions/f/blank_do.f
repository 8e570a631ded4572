      subroutine kernel(x, y, n) bind(c)
      use iso_c_binding
      integer(c_int64_t), value :: n
      real(c_double) :: x(n), y(n)
      integer(c_int64_t) :: i
!$omp target teams distribute parallel do has_device_addr(x, y)
      d o i = 1, n
        y(i) = x(i)
      e n d d o
      y(1) = 0
      end
