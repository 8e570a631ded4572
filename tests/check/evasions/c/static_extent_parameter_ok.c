/* C99 VLA pointer view */
void kernel(int n, int m, const double a[restrict static 1], double b[restrict static 1]) {
  const double (*A)[m] = (const double (*)[m])a;
  double (*B)[m] = (double (*)[m])b;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(A, B)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      B[i][j] = 2 * A[i][j];
}
