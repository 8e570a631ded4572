// The host side of HIP: memory, copies, streams, events, errors and device queries. Work is done when a call returns, so
// streams and events have nothing to wait for.
#pragma once

#include "launch.h"

#include <stdlib.h>
#include <string.h>

typedef enum hipError_t {
  hipSuccess = 0,
  hipErrorInvalidValue = 1,
  hipErrorOutOfMemory = 2,
  hipErrorMemoryAllocation = 2,
  hipErrorInvalidConfiguration = 9,
  hipErrorInvalidMemcpyDirection = 21,
  hipErrorNoDevice = 100,
  hipErrorInvalidDevice = 101,
  hipErrorInvalidHandle = 400,
  hipErrorNotReady = 600,
  hipErrorLaunchFailure = 719,
  hipErrorUnknown = 999,
} hipError_t;

inline const char *hipGetErrorName(hipError_t error) {
  switch (error) {
  case hipSuccess: return "hipSuccess";
  case hipErrorInvalidValue: return "hipErrorInvalidValue";
  case hipErrorOutOfMemory: return "hipErrorOutOfMemory";
  case hipErrorInvalidConfiguration: return "hipErrorInvalidConfiguration";
  case hipErrorInvalidMemcpyDirection: return "hipErrorInvalidMemcpyDirection";
  case hipErrorNoDevice: return "hipErrorNoDevice";
  case hipErrorInvalidDevice: return "hipErrorInvalidDevice";
  case hipErrorInvalidHandle: return "hipErrorInvalidHandle";
  case hipErrorNotReady: return "hipErrorNotReady";
  case hipErrorLaunchFailure: return "hipErrorLaunchFailure";
  case hipErrorUnknown: return "hipErrorUnknown";
  }
  return "hipErrorUnknown";
}
inline const char *hipGetErrorString(hipError_t error) { return hipGetErrorName(error); }
inline hipError_t hipPeekAtLastError() { return (hipError_t)judge_hip::last_error; }
inline hipError_t hipGetLastError() {
  hipError_t error = hipPeekAtLastError();
  judge_hip::last_error = 0;
  return error;
}

namespace judge_hip {

inline hipError_t result(int error) { return (hipError_t)remember(error); }

} // namespace judge_hip

// Memory.

typedef enum hipMemcpyKind {
  hipMemcpyHostToHost = 0,
  hipMemcpyHostToDevice = 1,
  hipMemcpyDeviceToHost = 2,
  hipMemcpyDeviceToDevice = 3,
  hipMemcpyDefault = 4,
} hipMemcpyKind;

template <class T> hipError_t hipMalloc(T **p, size_t bytes) {
  return judge_hip::result(judge_hip_api->allocate((void **)p, bytes));
}
template <class T> hipError_t hipMallocAsync(T **p, size_t bytes, hipStream_t) { return hipMalloc(p, bytes); }
inline hipError_t hipFree(void *p) { return judge_hip::result(judge_hip_api->release(p)); }
inline hipError_t hipFreeAsync(void *p, hipStream_t) { return hipFree(p); }
inline hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  return judge_hip::result(judge_hip_api->copy(to, from, bytes, kind));
}
inline hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t = nullptr) {
  return hipMemcpy(to, from, bytes, kind);
}
inline hipError_t hipMemcpyDtoD(void *to, const void *from, size_t bytes) {
  return hipMemcpy(to, from, bytes, hipMemcpyDeviceToDevice);
}
inline hipError_t hipMemcpyDtoDAsync(void *to, const void *from, size_t bytes, hipStream_t) {
  return hipMemcpyDtoD(to, from, bytes);
}
inline hipError_t hipMemset(void *to, int byte, size_t bytes) {
  return judge_hip::result(judge_hip_api->fill(to, byte, bytes));
}
inline hipError_t hipMemsetAsync(void *to, int byte, size_t bytes, hipStream_t = nullptr) {
  return hipMemset(to, byte, bytes);
}

// Device variables are the object's own: the copy is counted as one to or from the device.
template <class T>
hipError_t hipMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0,
                             hipMemcpyKind kind = hipMemcpyHostToDevice) {
  if (offset + bytes > sizeof symbol)
    return judge_hip::result(hipErrorInvalidValue);
  return judge_hip::result(judge_hip_api->copy((char *)&symbol + offset, from, bytes, kind + 16));
}
template <class T>
hipError_t hipMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                               hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  if (offset + bytes > sizeof symbol)
    return judge_hip::result(hipErrorInvalidValue);
  return judge_hip::result(judge_hip_api->copy(to, (const char *)&symbol + offset, bytes, kind + 16));
}
template <class T> hipError_t hipGetSymbolAddress(void **p, T &symbol) {
  *p = (void *)&symbol;
  return hipSuccess;
}

#define JUDGE_HIP_NOT_HERE(name, why) template <class... Any> __attribute__((unavailable(why))) hipError_t name(Any &&...)
JUDGE_HIP_NOT_HERE(hipMallocManaged, "a kernel's arrays live on the device: use hipMalloc");
JUDGE_HIP_NOT_HERE(hipHostMalloc, "a kernel's arrays live on the device: use hipMalloc");
JUDGE_HIP_NOT_HERE(hipHostRegister, "a kernel's arrays live on the device: use hipMalloc");
JUDGE_HIP_NOT_HERE(hipHostGetDevicePointer, "a kernel's arrays live on the device: use hipMalloc");
JUDGE_HIP_NOT_HERE(hipLaunchKernel, "launch with <<<…>>> or hipLaunchKernelGGL: the judge counts those");
JUDGE_HIP_NOT_HERE(hipLaunchCooperativeKernel, "blocks cannot wait for each other here: split the kernel in two launches");
JUDGE_HIP_NOT_HERE(hipModuleLaunchKernel, "launch with <<<…>>> or hipLaunchKernelGGL: the judge counts those");

// Streams and events.

typedef struct judge_hip_event {
  uint64_t time; // 0 until recorded
} *hipEvent_t;

// Plain numbers, as in HIP: the first is also a stream.
#define hipStreamDefault 0
#define hipStreamNonBlocking 1
#define hipEventDefault 0
#define hipEventDisableTiming 2

inline hipError_t hipStreamCreate(hipStream_t *stream) {
  *stream = (hipStream_t)malloc(1);
  return judge_hip::result(*stream == nullptr ? hipErrorOutOfMemory : hipSuccess);
}
inline hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned) { return hipStreamCreate(stream); }
inline hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned, int) { return hipStreamCreate(stream); }
inline hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = *greatest = 0;
  return hipSuccess;
}
inline hipError_t hipStreamDestroy(hipStream_t stream) {
  free(stream);
  return hipSuccess;
}
inline hipError_t hipStreamSynchronize(hipStream_t) { return hipSuccess; }
inline hipError_t hipStreamQuery(hipStream_t) { return hipSuccess; }
inline hipError_t hipDeviceSynchronize() { return hipSuccess; }

inline hipError_t hipEventCreate(hipEvent_t *event) {
  *event = (hipEvent_t)calloc(1, sizeof **event);
  return judge_hip::result(*event == nullptr ? hipErrorOutOfMemory : hipSuccess);
}
inline hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned) { return hipEventCreate(event); }
inline hipError_t hipEventDestroy(hipEvent_t event) {
  free(event);
  return hipSuccess;
}
inline hipError_t hipEventRecord(hipEvent_t event, hipStream_t = nullptr) {
  event->time = judge_hip_api->now();
  return hipSuccess;
}
inline hipError_t hipEventSynchronize(hipEvent_t) { return hipSuccess; }
inline hipError_t hipEventQuery(hipEvent_t) { return hipSuccess; }
inline hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned = 0) { return hipSuccess; }
inline hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t begin, hipEvent_t end) {
  if (begin->time == 0 || end->time == 0)
    return judge_hip::result(hipErrorInvalidHandle);
  *milliseconds = (float)((double)(int64_t)(end->time - begin->time) * 1e-6);
  return hipSuccess;
}
