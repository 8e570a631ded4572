// HIP on NVIDIA: every name of HIP that kernels use, as the CUDA name that does the same. For nvcc, and for clang -x cuda.
//
// Launches stay launches: clang's end in cudaLaunchKernel, nvcc's in __cudaLaunchKernel; the runner owns and counts both.
#pragma once

#include <cuda_runtime.h>

#include "../judge_hip/atomic.h"
#include "../judge_hip/vector.h"

// Launches and device code.

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE
#define hipLaunchKernelGGL(function, grid, block, shared, stream, ...)                                                      \
  do {                                                                                                                      \
    (function)<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__);                                                       \
  } while (0)

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

// HIP's warp operations are among the lanes that run them; CUDA's name their lanes.
#define __shfl(...) __shfl_sync(__activemask(), __VA_ARGS__)
#define __shfl_up(...) __shfl_up_sync(__activemask(), __VA_ARGS__)
#define __shfl_down(...) __shfl_down_sync(__activemask(), __VA_ARGS__)
#define __shfl_xor(...) __shfl_xor_sync(__activemask(), __VA_ARGS__)
#define __ballot(vote) ((unsigned long long)__ballot_sync(__activemask(), vote))
#define __any(vote) __any_sync(__activemask(), vote)
#define __all(vote) __all_sync(__activemask(), vote)
static __device__ inline unsigned __lane_id() {
  return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % warpSize;
}
#define unsafeAtomicAdd atomicAdd
#define safeAtomicAdd atomicAdd
#define wall_clock64 clock64

// Errors.

#define hipError_t cudaError_t
#define hipSuccess cudaSuccess
#define hipErrorInvalidValue cudaErrorInvalidValue
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorMemoryAllocation cudaErrorMemoryAllocation
#define hipErrorInvalidConfiguration cudaErrorInvalidConfiguration
#define hipErrorInvalidMemcpyDirection cudaErrorInvalidMemcpyDirection
#define hipErrorNoDevice cudaErrorNoDevice
#define hipErrorInvalidDevice cudaErrorInvalidDevice
#define hipErrorInvalidHandle cudaErrorInvalidResourceHandle
#define hipErrorNotReady cudaErrorNotReady
#define hipErrorLaunchFailure cudaErrorLaunchFailure
#define hipErrorUnknown cudaErrorUnknown
#define hipGetErrorName cudaGetErrorName
#define hipGetErrorString cudaGetErrorString
#define hipGetLastError cudaGetLastError
#define hipPeekAtLastError cudaPeekAtLastError

// Memory. Managed, mapped and registered host memory is left out: a kernel's arrays live on the device.

#define hipMemcpyKind cudaMemcpyKind
#define hipMemcpyHostToHost cudaMemcpyHostToHost
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDefault cudaMemcpyDefault
#define hipMalloc cudaMalloc
#define hipMallocAsync cudaMallocAsync
#define hipFree cudaFree
#define hipFreeAsync cudaFreeAsync
#define hipMemcpy cudaMemcpy
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpyDtoD(to, from, bytes) cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice)
#define hipMemcpyDtoDAsync(to, from, bytes, stream) cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream)
#define hipMemGetInfo cudaMemGetInfo
#define hipMemset cudaMemset
#define hipMemsetAsync cudaMemsetAsync
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define hipMemcpyFromSymbol cudaMemcpyFromSymbol
#define hipGetSymbolAddress cudaGetSymbolAddress

// What cannot be judged says why where it is called.
#define JUDGE_HIP_NOT_HERE(name, why)                                                                                       \
  template <class... Any> hipError_t name(Any &&...) {                                                                      \
    static_assert(sizeof...(Any) == 1000, why);                                                                             \
    return hipErrorUnknown;                                                                                                 \
  }
JUDGE_HIP_NOT_HERE(hipMallocManaged, "a kernel's arrays live on the device: use hipMalloc")
JUDGE_HIP_NOT_HERE(hipHostMalloc, "a kernel's arrays live on the device: use hipMalloc")
JUDGE_HIP_NOT_HERE(hipHostRegister, "a kernel's arrays live on the device: use hipMalloc")
JUDGE_HIP_NOT_HERE(hipHostGetDevicePointer, "a kernel's arrays live on the device: use hipMalloc")
JUDGE_HIP_NOT_HERE(hipLaunchKernel, "launch with <<<...>>> or hipLaunchKernelGGL: the judge counts those")
JUDGE_HIP_NOT_HERE(hipLaunchCooperativeKernel, "blocks cannot wait for each other here: split the kernel in two launches")
JUDGE_HIP_NOT_HERE(hipModuleLaunchKernel, "launch with <<<...>>> or hipLaunchKernelGGL: the judge counts those")

// Streams and events.

#define hipStream_t cudaStream_t
#define hipStreamDefault cudaStreamDefault
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipStreamCreate cudaStreamCreate
#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamCreateWithPriority cudaStreamCreateWithPriority
#define hipDeviceGetStreamPriorityRange cudaDeviceGetStreamPriorityRange
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamQuery cudaStreamQuery
#define hipStreamWaitEvent cudaStreamWaitEvent
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipEvent_t cudaEvent_t
#define hipEventDefault cudaEventDefault
#define hipEventDisableTiming cudaEventDisableTiming
#define hipEventCreate cudaEventCreate
#define hipEventCreateWithFlags cudaEventCreateWithFlags
#define hipEventDestroy cudaEventDestroy
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEventQuery cudaEventQuery
#define hipEventElapsedTime cudaEventElapsedTime

// Devices.

#define hipDeviceProp_t cudaDeviceProp
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipGetDeviceCount cudaGetDeviceCount
#define hipGetDevice cudaGetDevice
#define hipSetDevice cudaSetDevice
#define hipDeviceAttribute_t cudaDeviceAttr
#define hipDeviceGetAttribute cudaDeviceGetAttribute
#define hipDeviceAttributeMaxThreadsPerBlock cudaDevAttrMaxThreadsPerBlock
#define hipDeviceAttributeMaxSharedMemoryPerBlock cudaDevAttrMaxSharedMemoryPerBlock
#define hipDeviceAttributeMaxThreadsPerMultiProcessor cudaDevAttrMaxThreadsPerMultiProcessor
#define hipDeviceAttributeMultiprocessorCount cudaDevAttrMultiProcessorCount
#define hipDeviceAttributeWarpSize cudaDevAttrWarpSize
#define hipDeviceAttributeMaxGridDimX cudaDevAttrMaxGridDimX
#define hipOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessor
#define hipOccupancyMaxPotentialBlockSize cudaOccupancyMaxPotentialBlockSize
#define hipFuncAttributes cudaFuncAttributes
#define hipFuncGetAttributes cudaFuncGetAttributes
#define hipFuncSetAttribute cudaFuncSetAttribute
#define hipFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributeMaxDynamicSharedMemorySize
#define hipFuncAttributePreferredSharedMemoryCarveout cudaFuncAttributePreferredSharedMemoryCarveout
