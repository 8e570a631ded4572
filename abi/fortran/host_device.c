/* The device run-time calls that flang 22 emits for target regions on x86-64 and LLVM's OpenMP runtime lacks.
 *
 * flang lowers device code for a GPU whatever the device is: a loop's body becomes a function, and the run-time library
 * decides which iterations this thread runs. Here a region has one team, and its threads are libomp's, which is what
 * LLVM's own host device does for C. Everything else such code needs (reductions, atomics, dynamic schedules) are
 * ordinary libomp calls.
 *
 * Linked into the device image, so every name is hidden: nothing here can meet a symbol outside the image. */
#include <omp.h>
#include <stdint.h>

#define DEVICE __attribute__((visibility("hidden")))

typedef void Outlined(int32_t *global, int32_t *bound, void *a, void *b, void *c, void *d, void *e, void *f);

/* Arguments that an outlined parallel region may take; flang packs what it captures into one structure. */
enum { MAX_CAPTURED = 6 };

/* -1: the calling thread runs the region itself, instead of waiting for work as a GPU's worker threads do. */
DEVICE int32_t __kmpc_target_init(void *environment, void *launch) {
  (void)environment, (void)launch;
  return -1;
}

DEVICE void __kmpc_target_deinit(void) {}

/* Every argument in a register or on the caller's stack: a callee that takes fewer never looks at the rest. */
static void run(Outlined *region, int32_t thread, void *const *captured, int64_t count) {
  void *a[MAX_CAPTURED] = {0};
  if (count > MAX_CAPTURED)
    __builtin_trap();
  for (int64_t i = 0; i < count; i++)
    a[i] = captured[i];
  region(&thread, &thread, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* `parallel`: `condition` is its if clause, `threads` its num_threads clause or -1. */
DEVICE void __kmpc_parallel_60(void *location, int32_t caller, int32_t condition, int32_t threads, int32_t bind, Outlined *region,
                               void *wrapper, void **captured, int64_t count, int32_t strict) {
  (void)location, (void)caller, (void)bind, (void)wrapper, (void)strict;
  if (!condition) {
    run(region, 0, captured, count);
    return;
  }
#pragma omp parallel num_threads(threads > 0 ? threads : omp_get_max_threads())
  run(region, omp_get_thread_num(), captured, count);
}

/* The iterations of the calling thread are one block, all blocks as equal as can be. `distribute` alone has one team to
 * distribute over. Chunk sizes are hints that this division may ignore: it gives every iteration to one thread. */
#define WORKSHARING(SUFFIX, TYPE)                                                                                           \
  static void block_##SUFFIX(void (*body)(TYPE, void *), void *captured, TYPE count) {                                      \
    TYPE threads = (TYPE)omp_get_num_threads(), thread = (TYPE)omp_get_thread_num();                                        \
    TYPE each = count / threads, rest = count % threads;                                                                    \
    TYPE begin = thread * each + (thread < rest ? thread : rest), end = begin + each + (thread < rest);                     \
    for (TYPE i = begin; i < end; i++)                                                                                      \
      body(i, captured);                                                                                                    \
  }                                                                                                                         \
  DEVICE void __kmpc_for_static_loop_##SUFFIX(void *location, void (*body)(TYPE, void *), void *captured, TYPE count,       \
                                              TYPE threads, TYPE chunk, int8_t once) {                                      \
    (void)location, (void)threads, (void)chunk, (void)once;                                                                 \
    block_##SUFFIX(body, captured, count);                                                                                  \
  }                                                                                                                         \
  DEVICE void __kmpc_distribute_static_loop_##SUFFIX(void *location, void (*body)(TYPE, void *), void *captured,            \
                                                     TYPE count, TYPE chunk, int8_t once) {                                 \
    (void)location, (void)chunk, (void)once;                                                                                \
    for (TYPE i = 0; i < count; i++)                                                                                        \
      body(i, captured);                                                                                                    \
  }                                                                                                                         \
  DEVICE void __kmpc_distribute_for_static_loop_##SUFFIX(void *location, void (*body)(TYPE, void *), void *captured,        \
                                                         TYPE count, TYPE threads, TYPE teams_chunk, TYPE chunk,            \
                                                         int8_t once) {                                                     \
    (void)location, (void)threads, (void)teams_chunk, (void)chunk, (void)once;                                              \
    block_##SUFFIX(body, captured, count);                                                                                  \
  }

WORKSHARING(4, int32_t)
WORKSHARING(4u, uint32_t)
WORKSHARING(8, int64_t)
WORKSHARING(8u, uint64_t)
