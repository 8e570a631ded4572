/* A libcuda.so.1 that answers as the driver of a machine in trouble would: what it says, JUDGE_TEST_DRIVER lists as
   name=number pairs. Stands in for states no test may bring a real machine into (compute modes, other processes,
   broken installations); memory and kernels are never reached. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int told(const char *name, int otherwise) {
  const char *at = getenv("JUDGE_TEST_DRIVER");
  size_t length = strlen(name);
  for (; at && (at = strstr(at, name)); at += length)
    if (at[length] == '=')
      return atoi(at + length + 1);
  return otherwise;
}

int cuInit(unsigned flags) { return told("init", 0); }
int cuDriverGetVersion(int *version) { return *version = told("version", 13000), 0; }
int cuDeviceGetCount(int *count) { return *count = told("count", 1), 0; }
int cuDeviceGet(int *device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char *name, int bytes, int device) { return snprintf(name, bytes, "Test %d", device), 0; }
int cuDeviceGetUuid(unsigned char *uuid, int device) { return memset(uuid, 0x10 + device, 16), 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return *bytes = 1 << 30, 0; }
int cuDevicePrimaryCtxRetain(void **context, int device) { return *context = &told, told("context", 0); }
int cuMemGetAllocationGranularity(size_t *bytes, const void *prop, int option) { return *bytes = 1 << 21, 0; }
int cuMemCreate(unsigned long *handle, size_t bytes, const void *prop, unsigned long flags) { return *handle = 1, told("create", 0); }
int cuMemGetInfo_v2(size_t *free, size_t *total) { return *free = 1 << 20, *total = 1 << 30, 0; }

int cuDeviceGetUuid_v2(unsigned char *uuid, int device) { return memset(uuid, 0x10 + device + told("slice", 0), 16), 0; }

int cuDeviceGetAttribute(int *value, int attribute, int device) {
  switch (attribute) {
  case 20: *value = told("mode", 0); break;
  case 75: *value = told("major", 9); break;
  case 76: *value = 0; break;
  case 102: *value = told("vmm", 1); break;
  case 103: *value = told("posix", 1); break;
  default: *value = 1;
  }
  return 0;
}

int cuGetErrorName(int code, const char **text) { return *text = code == 999 ? "CUDA_ERROR_UNKNOWN" : code == 46 ? "CUDA_ERROR_DEVICE_UNAVAILABLE" : NULL, 0; }
int cuGetErrorString(int code, const char **text) { return *text = code == 999 ? "unknown error" : NULL, 0; }

#define UNREACHED(name) int name() { return 999; }
#define HARMLESS(name) int name() { return 0; }
HARMLESS(cuDevicePrimaryCtxSetFlags_v2) HARMLESS(cuDevicePrimaryCtxRelease_v2) HARMLESS(cuCtxSetCurrent) HARMLESS(cuCtxSynchronize)
HARMLESS(cuMemRelease) HARMLESS(cuDeviceGetPCIBusId) HARMLESS(cuMemAddressReserve) HARMLESS(cuMemAddressFree) HARMLESS(cuMemMap) HARMLESS(cuMemUnmap) HARMLESS(cuMemSetAccess)
UNREACHED(cuMemExportToShareableHandle) UNREACHED(cuMemImportFromShareableHandle) UNREACHED(cuMemHostAlloc) UNREACHED(cuMemFreeHost)
UNREACHED(cuMemcpyHtoDAsync_v2) UNREACHED(cuMemcpyDtoHAsync_v2) UNREACHED(cuMemcpyDtoDAsync_v2) UNREACHED(cuStreamQuery)
HARMLESS(cuMemsetD8Async) HARMLESS(cuModuleGetFunction) HARMLESS(cuEventCreate)
int cuModuleLoadData(void **module, const void *image) { return told("module", 0); }
UNREACHED(cuModuleUnload) UNREACHED(cuLaunchKernel)
UNREACHED(cuEventDestroy_v2) UNREACHED(cuEventRecord) UNREACHED(cuEventSynchronize)
#ifndef OLD
UNREACHED(cuEventElapsedTime)
#endif
