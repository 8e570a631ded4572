void kernels(double *y) { (void)y; }
