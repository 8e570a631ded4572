/* Cell by cell in double-double: the three terms U, -dtdx*F(right), dtdx*F(left); S is the sum of their magnitudes. */
#include "judge_dd.h"

static int64_t index_of(int64_t i, int64_t j, int64_t k, int64_t var, int64_t mx, int64_t my, int64_t mz, int aos) {
    int64_t place = i + mx * (j + my * k);
    return aos ? place * 8 + var : var * mx * my * mz + place;
}

void oracle(const double *U, const double *F, double dtdx, int32_t nx, int32_t ny, int32_t nz, int32_t direction,
            int32_t aos, double *U_r, double *U_s) {
    int di = direction == 0, dj = direction == 1, dk = direction == 2;
#pragma omp parallel for collapse(2) schedule(static)
    for (int64_t k = 0; k < nz; k++)
        for (int64_t j = 0; j < ny; j++)
            for (int64_t i = 0; i < nx; i++)
                for (int64_t var = 0; var < 8; var++) {
                    int64_t cell = index_of(i, j, k, var, nx, ny, nz, aos);
                    double left = F[index_of(i, j, k, var, nx + di, ny + dj, nz + dk, aos)];
                    double right = F[index_of(i + di, j + dj, k + dk, var, nx + di, ny + dj, nz + dk, aos)];
                    dd in = dd_two_product(dtdx, left), out = dd_two_product(dtdx, right);
                    U_r[cell] = dd_round(dd_add_double(dd_sub(in, out), U[cell]));
                    U_s[cell] = fabs(U[cell]) + fabs(in.hi) + fabs(out.hi);
                }
}
