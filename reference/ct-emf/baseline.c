/* Edges first, then the field; each row of i in vectors. */
#include <stdint.h>

void kernel(const double *exj, const double *exk, const double *eyi, const double *eyk, const double *ezi,
            const double *ezj, double *ex, double *ey, double *ez, double *Bx, double *By, double *Bz, double dtdx,
            double dtdy, double dtdz, int32_t nx, int32_t ny, int32_t nz) {
    int64_t mx = nx + 2, my = ny + 2, mz = nz + 2, plane = mx * my;
#pragma omp parallel
    {
#pragma omp for collapse(2) schedule(static)
        for (int64_t k = 0; k < mz; k++)
            for (int64_t j = 0; j < my; j++) {
                int64_t row = (k * my + j) * mx;
                int64_t first = j > 0 && k > 0 ? 1 : mx;
                for (int64_t e = row; e < row + first; e++) ex[e] = ey[e] = ez[e] = 0.0;
#pragma omp simd
                for (int64_t e = row + first; e < row + mx; e++) {
                    ex[e] = 0.25 * (exj[e] + exj[e - plane] + exk[e] + exk[e - mx]);
                    ey[e] = 0.25 * (eyi[e] + eyi[e - plane] + eyk[e] + eyk[e - 1]);
                    ez[e] = 0.25 * (ezi[e] + ezi[e - mx] + ezj[e] + ezj[e - 1]);
                }
            }
#pragma omp for collapse(2) schedule(static)
        for (int64_t k = 1; k < mz; k++)
            for (int64_t j = 1; j < my; j++) {
                int64_t row = (k * my + j) * mx;
                if (j <= ny && k <= nz)
#pragma omp simd
                    for (int64_t e = row + 1; e < row + mx; e++)
                        Bx[e] -= dtdy * (ez[e + mx] - ez[e]) - dtdz * (ey[e + plane] - ey[e]);
                if (k <= nz)
#pragma omp simd
                    for (int64_t e = row + 1; e <= row + nx; e++)
                        By[e] -= dtdz * (ex[e + plane] - ex[e]) - dtdx * (ez[e + 1] - ez[e]);
                if (j <= ny)
#pragma omp simd
                    for (int64_t e = row + 1; e <= row + nx; e++)
                        Bz[e] -= dtdx * (ey[e + 1] - ey[e]) - dtdy * (ex[e + mx] - ex[e]);
            }
    }
}
