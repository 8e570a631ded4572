// Cooperative groups of HIP: blocks, tiles of a warp, and the lanes that are there. Blocks cannot wait for each other.
#pragma once

#include "hip_runtime.h"

#include "../judge_hip/tile.h"

#include "../judge_hip/groups.h"
