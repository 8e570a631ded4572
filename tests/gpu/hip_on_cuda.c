/* A libamdhip64.so for tests on machines with an NVIDIA GPU: the calls that the judge makes, carried out by the CUDA
   driver, so that their order, their arguments and their errors meet real memory and real processes. It is stricter
   than it need be where HIP's versions differ, and grants nothing that HIP's documentation does not.
     gcc -shared -fPIC -DVERSION=60443482 hip_on_cuda.c -o libamdhip64.so.6 -lcuda
   VERSION is what hipRuntimeGetVersion answers. Up to 7.0 an imported descriptor is passed by its address, from 7.1 on
   by value; before 6.0 the device properties have their old name. */
#include <stdint.h>
#include <string.h>

typedef int CUresult;
typedef uint64_t CUdeviceptr;
typedef struct { int type, handle_types, location_type, location_id; void *win32; unsigned char flags[8]; } Prop;
typedef struct { int location_type, location_id, flags; } Access;

CUresult cuInit(unsigned), cuDeviceGetCount(int *), cuDeviceGet(int *, int), cuDeviceGetName(char *, int, int);
CUresult cuDeviceGetUuid_v2(void *, int), cuDeviceTotalMem_v2(size_t *, int), cuDeviceGetAttribute(int *, int, int);
CUresult cuDevicePrimaryCtxSetFlags_v2(int, unsigned), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *);
CUresult cuCtxSynchronize(void), cuMemGetInfo_v2(size_t *, size_t *), cuStreamQuery(void *);
CUresult cuMemGetAllocationGranularity(size_t *, const Prop *, int), cuMemCreate(uint64_t *, size_t, const Prop *, uint64_t);
CUresult cuMemRelease(uint64_t), cuMemExportToShareableHandle(void *, uint64_t, int, uint64_t);
CUresult cuMemImportFromShareableHandle(uint64_t *, void *, int), cuMemAddressReserve(CUdeviceptr *, size_t, size_t, CUdeviceptr, uint64_t);
CUresult cuMemAddressFree(CUdeviceptr, size_t), cuMemMap(CUdeviceptr, size_t, size_t, uint64_t, uint64_t);
CUresult cuMemUnmap(CUdeviceptr, size_t), cuMemSetAccess(CUdeviceptr, size_t, const Access *, size_t);
CUresult cuMemcpyHtoD_v2(CUdeviceptr, const void *, size_t), cuMemcpyDtoH_v2(void *, CUdeviceptr, size_t);
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr, CUdeviceptr, size_t, void *), cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, void *);

CUresult cuModuleLoadData(void **, const void *), cuModuleGetFunction(void **, void *, const char *);
CUresult cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
CUresult cuEventCreate(void **, unsigned), cuEventRecord(void *, void *), cuEventSynchronize(void *), cuEventElapsedTime(float *, void *, void *);

enum { invalid_value = 1, not_initialised = 3, invalid_device = 101, not_supported = 801 };
enum { max_devices = 16, pinned = 1, descriptor = 1, on_device = 1, read_only = 1, read_write = 3 };

static int initialised;
static __thread int current;
static void *contexts[max_devices];

int hipInit(unsigned flags) {
  if (flags)
    return invalid_value;
  int answer = cuInit(0);
  initialised = answer == 0;
  return answer;
}

int hipRuntimeGetVersion(int *version) {
  *version = VERSION;
  return 0;
}

const char *hipGetErrorName(int code) {
  switch (code) {
  case 0: return "hipSuccess";
  case invalid_value: return "hipErrorInvalidValue";
  case 2: return "hipErrorOutOfMemory";
  case not_initialised: return "hipErrorNotInitialized";
  case 100: return "hipErrorNoDevice";
  case invalid_device: return "hipErrorInvalidDevice";
  case 600: return "hipErrorNotReady";
  case 700: return "hipErrorIllegalAddress";
  case not_supported: return "hipErrorNotSupported";
  default: return "hipErrorUnknown";
  }
}

const char *hipGetErrorString(int code) { return code == 0 ? "no error" : hipGetErrorName(code) + strlen("hipError"); }

int hipGetDeviceCount(int *count) { return initialised ? cuDeviceGetCount(count) : not_initialised; }

static int check(int device) {
  int count = 0, answer = hipGetDeviceCount(&count);
  return answer ? answer : device < 0 || device >= count || device >= max_devices ? invalid_device : 0;
}

int hipSetDevice(int device) {
  int answer = check(device);
  if (answer)
    return answer;
  if (!contexts[device]) {
    enum { spin = 1 };
    cuDevicePrimaryCtxSetFlags_v2(device, spin);
    answer = cuDevicePrimaryCtxRetain(&contexts[device], device);
  }
  current = device;
  return answer ? answer : cuCtxSetCurrent(contexts[device]);
}

int hipDeviceGetName(char *name, int bytes, int device) { return check(device) ? check(device) : cuDeviceGetName(name, bytes, device); }
int hipDeviceGetUuid(void *uuid, int device) { return check(device) ? check(device) : cuDeviceGetUuid_v2(uuid, device); }
int hipDeviceTotalMem(size_t *bytes, int device) { return check(device) ? check(device) : cuDeviceTotalMem_v2(bytes, device); }

/* hipDeviceAttribute_t to CUdevice_attribute. */
int hipDeviceGetAttribute(int *value, int attribute, int device) {
  static const int table[][2] = {{5, 13}, {6, 20}, {19, 38}, {59, 37}, {60, 36}, {63, 16}, {89, 102}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i][0] == attribute)
      return check(device) ? check(device) : cuDeviceGetAttribute(value, table[i][1], device);
  return invalid_value;
}

/* The parts of the structure that the judge looks at: its size, the name and gcnArchName. */
static int properties(char *out, int device, size_t bytes, size_t arch) {
  memset(out, 0, bytes);
  strcpy(out + arch, "gfx90a:sramecc+:xnack-");
  return hipDeviceGetName(out, 255, device);
}
#if VERSION >= 60000000
int hipGetDevicePropertiesR0600(void *out, int device) { return properties(out, device, 1472, 1160); }
#else
int hipGetDeviceProperties(void *out, int device) { return properties(out, device, 792, 640); }
#endif

static int check_prop(const Prop *p) {
  return p->type == pinned && p->handle_types == descriptor && p->location_type == on_device && !p->win32 && p->flags[0] == 0 &&
                 p->flags[2] == 0 ? check(p->location_id) : invalid_value;
}

int hipMemGetAllocationGranularity(size_t *bytes, const Prop *p, int option) {
  return check_prop(p) ? check_prop(p) : cuMemGetAllocationGranularity(bytes, p, option);
}

int hipMemCreate(uint64_t *handle, size_t bytes, const Prop *p, unsigned long long flags) {
  size_t granularity = 0;
  int answer = hipMemGetAllocationGranularity(&granularity, p, 0);
  if (answer || flags || !bytes || bytes % granularity)
    return answer ? answer : invalid_value;
  return cuMemCreate(handle, bytes, p, 0);
}

int hipMemRelease(uint64_t handle) { return handle ? cuMemRelease(handle) : invalid_value; }

int hipMemExportToShareableHandle(void *out, uint64_t handle, int kind, unsigned long long flags) {
  return !out || flags || kind != descriptor ? invalid_value : cuMemExportToShareableHandle(out, handle, kind, 0);
}

int hipMemImportFromShareableHandle(uint64_t *handle, void *shareable, int kind) {
  if (!handle || kind != descriptor)
    return invalid_value;
#if VERSION >= 70100000
  if ((uintptr_t)shareable > 1 << 20)
    return invalid_value;
  return cuMemImportFromShareableHandle(handle, shareable, kind);
#else
  return cuMemImportFromShareableHandle(handle, (void *)(uintptr_t) * (int *)shareable, kind);
#endif
}

int hipMemAddressReserve(void **address, size_t bytes, size_t align, void *hint, unsigned long long flags) {
  return flags ? invalid_value : cuMemAddressReserve((CUdeviceptr *)address, bytes, align, (CUdeviceptr)hint, 0);
}
int hipMemAddressFree(void *address, size_t bytes) { return cuMemAddressFree((CUdeviceptr)address, bytes); }
int hipMemMap(void *address, size_t bytes, size_t offset, uint64_t handle, unsigned long long flags) {
  return offset || flags ? invalid_value : cuMemMap((CUdeviceptr)address, bytes, 0, handle, 0);
}
int hipMemUnmap(void *address, size_t bytes) { return cuMemUnmap((CUdeviceptr)address, bytes); }
int hipMemSetAccess(void *address, size_t bytes, const Access *access, size_t count) {
  if (count != 1 || access->location_type != on_device || access->location_id != current ||
      (access->flags != read_only && access->flags != read_write))
    return invalid_value;
  return cuMemSetAccess((CUdeviceptr)address, bytes, access, count);
}

int hipMemGetInfo(size_t *free, size_t *total) { return cuMemGetInfo_v2(free, total); }
int hipDeviceSynchronize(void) { return cuCtxSynchronize(); }
int hipStreamQuery(void *stream) { return cuStreamQuery(stream); }
int hipMemcpyHtoD(void *to, const void *from, size_t bytes) { return cuMemcpyHtoD_v2((CUdeviceptr)to, from, bytes); }
int hipMemcpyDtoH(void *to, void *from, size_t bytes) { return cuMemcpyDtoH_v2(to, (CUdeviceptr)from, bytes); }
int hipMemcpyDtoDAsync(void *to, void *from, size_t bytes, void *stream) {
  return cuMemcpyDtoDAsync_v2((CUdeviceptr)to, (CUdeviceptr)from, bytes, stream);
}
int hipMemsetD8Async(void *to, unsigned char value, size_t bytes, void *stream) {
  return cuMemsetD8Async((CUdeviceptr)to, value, bytes, stream);
}

int hipModuleLoadData(void **module, const void *image) { return cuModuleLoadData(module, image); }
int hipModuleGetFunction(void **function, void *module, const char *name) { return cuModuleGetFunction(function, module, name); }
int hipModuleLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream,
                          void **params, void **extra) {
  return extra ? invalid_value : cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, 0);
}
int hipEventCreate(void **event) { return cuEventCreate(event, 0); }
int hipEventRecord(void *event, void *stream) { return cuEventRecord(event, stream); }
int hipEventSynchronize(void *event) { return cuEventSynchronize(event); }
int hipEventElapsedTime(float *milliseconds, void *start, void *end) { return cuEventElapsedTime(milliseconds, start, end); }
