      subroutine kernel(x, y, n) bind(c)
      integer, value :: n
      real*8 x(n), y(n)
*$OMP TARGETMAP(TOFROM:Y)
      y(1) = x(1)
c$omp end target
      end
