C
      SUBROUTINE KERNEL(X, Y, N, A)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), A
C$OMP TARGET TEAMS LOOP HAS_DEVICE_ADDR(X,Y)
      DO I = 1, N
        Y(I) = Y(I) + A*X(I)
      ENDDO
      END
