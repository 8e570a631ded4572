      subroutine kernel(x, y, n) bind(c)
      use iso_c_binding
      integer(c_int64_t), value :: n
      real(c_double) :: x(n), y(n)
      integer(c_int64_t) :: i
C$OMP TARGET TEAMS LOOP HAS_DEVICE_ADDR(X)
C$OMP1MAP(TOFROM: Y)
      do i = 1, n
        y(i) = x(i)
      end do
      end
