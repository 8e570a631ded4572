C
      SUBROUTINE KERNEL(X, Y, N, A)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), A
C$OMP TARGET TEAMS DISTRIBUTE PARALLEL DO                                HAS_DEVICE_ADDR(X,Y)
      DO 10 I = 1, N
        Y(I) = Y(I) + A*X(I)
   10 CONTINUE
      END
