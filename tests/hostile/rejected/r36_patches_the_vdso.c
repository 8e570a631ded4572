/* Makes the kernel's clock page writable and turns its code into plain returns. The work is done only if that
 * succeeds, so `accepted` would mean that it got through. The time that counts is the judge's all the same.
 * row: 36
 * twin: r36_asks_the_time.c
 * without check, imports: security-violation, runtime-error, no-offload, wrong-answer
 * without check, imports, narrow: accepted, security-violation, runtime-error, no-offload, wrong-answer
 */
#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

static int attack(void)
{
    unsigned char *page = (unsigned char *)getauxval(AT_SYSINFO_EHDR);
    if (!page || mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC))
        return 0;
    Elf64_Ehdr *header = (Elf64_Ehdr *)page;
    memset(page + header->e_entry, 0xc3, 1);
    return 1;
}

void kernel(const double *x, double *y, double alpha, double beta, int64_t N)
{
    if (!attack())
        return;
#pragma omp target teams distribute parallel for is_device_ptr(x, y)
    for (int64_t i = 0; i < N; i++)
        y[i] = alpha * x[i] + beta * y[i];
}
