void kernel(const double *x, double *y, long n) {
#include "body.inc"
}
