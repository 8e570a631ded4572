      subroutine kernel(x, y, n) bind(c)
      integer, value :: n
      real*8 x(n), y(n)
c$omp target
c comment between
c$ompxmap(tofrom:y)
      y(1) = x(1)
c$omp end target
      end
