C
      SUBROUTINE KERNEL(X, Y, N, A)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), A
!$omp0target teams loop has_device_addr(x) map(to:y)
      DO 10 I = 1, N
        Y(I) = Y(I) + A*X(I)
   10 CONTINUE
      END
