// HIP on the host's own processor, for dry runs: kernels run as loops over threads, block by block.
//
// Whatever counts, waits or holds memory is done by the runner, through the table in judge_hip/table.h; these headers
// hold only what must be compiled together with the kernels.
#pragma once

#include "../judge_hip/index.h"
#include "../judge_hip/launch.h"
#include "../judge_hip/wait.h"

#include "../judge_hip/atomic.h"
#include "../judge_hip/device_math.h"
#include "../judge_hip/host_api.h"
#include "../judge_hip/device_api.h"
