      subroutine kernel(x, y, n) bind(c)
      integer, value :: n
      real*8 x(n), y(n)
      i = O M P_TARGET_MEM CPY(x, y)
c$omp target has_device_addr(x,y)
      y(1) = x(1)
c$omp end target
      end
