/* What every HIP object holds once, beside the shim: the runner's table and the storage of one processor thread. */

__attribute__((visibility("hidden"))) const void *judge_hip_api;

/* Where the running thread is; `judge_hip::Here` in the headers. */
__attribute__((visibility("hidden"), aligned(16))) __thread char judge_hip_here[128];

/* All `extern __shared__` arrays, whatever their names and types, and the fence behind what a launch gives. */
__attribute__((visibility("hidden"), aligned(128))) __thread char judge_hip_dynamic[65536 + 64];

/* Called by the runner before anything else. */
__attribute__((visibility("default"))) void judge_hip_bind(const void *table) { judge_hip_api = table; }
