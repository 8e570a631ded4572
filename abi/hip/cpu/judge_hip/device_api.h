// Questions about the device: one, with the limits that launches are held to.
#pragma once

#include "host_api.h"

typedef enum hipDeviceAttribute_t {
  hipDeviceAttributeMaxThreadsPerBlock,
  hipDeviceAttributeMaxSharedMemoryPerBlock,
  hipDeviceAttributeMaxThreadsPerMultiProcessor,
  hipDeviceAttributeMultiprocessorCount,
  hipDeviceAttributeWarpSize,
  hipDeviceAttributeMaxGridDimX,
} hipDeviceAttribute_t;

typedef struct hipDeviceProp_t {
  char name[256], gcnArchName[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem;
  int warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], multiProcessorCount, maxThreadsPerMultiProcessor;
  int major, minor, regsPerBlock, l2CacheSize, clockRate, memoryClockRate, memoryBusWidth;
} hipDeviceProp_t;

typedef struct hipFuncAttributes {
  int maxThreadsPerBlock, maxDynamicSharedSizeBytes, numRegs;
  size_t sharedSizeBytes, localSizeBytes, constSizeBytes;
} hipFuncAttributes;

typedef enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8,
  hipFuncAttributePreferredSharedMemoryCarveout = 9,
} hipFuncAttribute;

namespace judge_hip {

// A device of this size keeps a dry run quick: blocks are run one after the other.
static constexpr int multiprocessors = 8, threads_per_multiprocessor = 2048, threads_per_block = 1024, shared_bytes = 65536;
static constexpr size_t memory_bytes = size_t(1) << 34;

} // namespace judge_hip

inline hipError_t hipGetDeviceCount(int *count) {
  *count = 1;
  return hipSuccess;
}
inline hipError_t hipGetDevice(int *device) {
  *device = 0;
  return hipSuccess;
}
inline hipError_t hipSetDevice(int device) {
  return judge_hip::result(device == 0 ? hipSuccess : hipErrorInvalidDevice);
}
inline hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int) {
  switch (attribute) {
  case hipDeviceAttributeMaxThreadsPerBlock: *value = judge_hip::threads_per_block; return hipSuccess;
  case hipDeviceAttributeMaxSharedMemoryPerBlock: *value = judge_hip::shared_bytes; return hipSuccess;
  case hipDeviceAttributeMaxThreadsPerMultiProcessor: *value = judge_hip::threads_per_multiprocessor; return hipSuccess;
  case hipDeviceAttributeMultiprocessorCount: *value = judge_hip::multiprocessors; return hipSuccess;
  case hipDeviceAttributeWarpSize: *value = warpSize; return hipSuccess;
  case hipDeviceAttributeMaxGridDimX: *value = 2147483647; return hipSuccess;
  }
  return judge_hip::result(hipErrorInvalidValue);
}
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t *p, int) {
  *p = {};
  strcpy(p->name, "host processor");
  strcpy(p->gcnArchName, "host");
  p->totalGlobalMem = judge_hip::memory_bytes;
  p->sharedMemPerBlock = judge_hip::shared_bytes;
  p->totalConstMem = judge_hip::shared_bytes;
  p->warpSize = warpSize;
  p->maxThreadsPerBlock = judge_hip::threads_per_block;
  for (int &most : p->maxThreadsDim)
    most = judge_hip::threads_per_block;
  p->maxGridSize[0] = 2147483647;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->multiProcessorCount = judge_hip::multiprocessors;
  p->maxThreadsPerMultiProcessor = judge_hip::threads_per_multiprocessor;
  p->major = 9;
  p->regsPerBlock = 65536;
  p->l2CacheSize = 1 << 23;
  p->clockRate = p->memoryClockRate = 1000000;
  p->memoryBusWidth = 128;
  return hipSuccess;
}
inline hipError_t hipMemGetInfo(size_t *free, size_t *all) {
  *free = *all = judge_hip::memory_bytes;
  return hipSuccess;
}
template <class F> hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, F) {
  *attributes = {judge_hip::threads_per_block, judge_hip::shared_bytes, 32, 0, 0, 0};
  return hipSuccess;
}
template <class F> hipError_t hipFuncSetAttribute(F, hipFuncAttribute attribute, int value) {
  bool fits = attribute != hipFuncAttributeMaxDynamicSharedMemorySize || value <= judge_hip::shared_bytes;
  return judge_hip::result(fits ? hipSuccess : hipErrorInvalidValue);
}
template <class F>
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F, int threads, size_t = 0) {
  *blocks = threads > 0 ? judge_hip::threads_per_multiprocessor / threads : 0;
  return hipSuccess;
}
template <class F> hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t = 0, int limit = 0) {
  *block = limit > 0 && limit < 256 ? limit : 256;
  *grid = judge_hip::multiprocessors * (judge_hip::threads_per_multiprocessor / *block);
  return hipSuccess;
}
