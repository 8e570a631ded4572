/* Says where a target region ran: "devices N host H". */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int host = -1;
    #pragma omp target map(from : host)
    host = omp_is_initial_device();
    printf("devices %d host %d\n", omp_get_num_devices(), host);
    return 0;
}
