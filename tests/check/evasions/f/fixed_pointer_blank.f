      subroutine kernel(x, y, n) bind(c)
      integer, value :: n
      real*8, target :: x(n), y(n)
      real*8, poin ter :: q(:)
      q = > y
c$omp target map(tofrom:q)
      q(1) = x(1)
c$omp end target
      end
