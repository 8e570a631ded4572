/* A libhiprtc.so for tests on machines with an NVIDIA GPU. It compiles nothing: whatever the source, the code is the judge's own
   kernels as PTX, which hip_on_cuda.c loads. So the order of the calls and the kernels' parameters are proven, not the source.
     gcc -shared -fPIC -DPTX='"/…/floor.ptx"' hiprtc_on_cuda.c -o libhiprtc.so.6 */
#include <stdio.h>
#include <string.h>

enum { out_of_memory = 1, invalid_input = 3, invalid_program = 4, invalid_option = 5, compilation = 6 };

static struct program {
  int created, compiled;
  size_t bytes;
  char code[1 << 16];
} only;

const char *hiprtcGetErrorString(int code) { return code ? "an error of the test's compiler" : "no error"; }

int hiprtcCreateProgram(struct program **program, const char *source, const char *name, int headers, const char **texts, const char **names) {
  if (!source || !strstr(source, "judge_fp64") || !name || headers || texts || names)
    return invalid_input;
  only.created = 1;
  *program = &only;
  return 0;
}

int hiprtcCompileProgram(struct program *program, int count, const char **options) {
  if (program != &only || !only.created)
    return invalid_program;
  if (count != 1 || strncmp(options[0], "--offload-arch=gfx", 18))
    return invalid_option;
  FILE *file = fopen(PTX, "r");
  if (!file)
    return compilation;
  only.bytes = fread(only.code, 1, sizeof only.code - 1, file) + 1;
  fclose(file);
  only.compiled = 1;
  return 0;
}

int hiprtcGetCodeSize(struct program *program, size_t *bytes) {
  *bytes = only.bytes;
  return program == &only && only.compiled ? 0 : invalid_program;
}

int hiprtcGetCode(struct program *program, char *code) {
  if (program != &only || !only.compiled)
    return invalid_program;
  memcpy(code, only.code, only.bytes);
  return 0;
}
