// clang's CUDA headers ask for this file of cuRAND, which not every CUDA brings; kernels here have no use for it.
#pragma once
