// One thread for each local entry; masked entries are left alone.
#include <stdint.h>

void kernel(const double *v_G, const int32_t *scatterIds, double *q, int64_t NL) {
#pragma omp target teams distribute parallel for is_device_ptr(v_G, scatterIds, q)
  for (int64_t l = 0; l < NL; l++) {
    int32_t id = scatterIds[l];
    if (id >= 0) q[l] = v_G[id];
  }
}
