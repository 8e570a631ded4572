      subroutine kernel(x, y, n) bind(c)
      integer, value :: n
      real*8 x(n), y(n)
!$omp	target map(tofrom: y)
      y(1) = x(1)
!$omp end target
      end
