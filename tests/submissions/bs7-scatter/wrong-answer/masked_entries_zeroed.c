// Writes 0 where the node is masked; such entries must keep their value.
#include <stdint.h>

void kernel(const double *v_G, const int32_t *scatterIds, double *q, int64_t NL) {
#pragma omp target teams distribute parallel for is_device_ptr(v_G, scatterIds, q)
  for (int64_t l = 0; l < NL; l++) {
    int32_t id = scatterIds[l];
    q[l] = id >= 0 ? v_G[id] : 0.0;
  }
}
