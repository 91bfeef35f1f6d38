#include <stdio.h>

int main(void)
{
    double third = 1.0 / 3, big = 1e22, small = 5e-324;
    float narrow = 0.1f;
    printf("%f|%.0f|%8.2f|%-8.1f|%+08.3f\n", third, 2.5, -third, 9.96, third);
    printf("%e|%.3E|%g|%g|%G|%#g\n", big, small, 1e-5, 100000.0, 1e10, 1.0);
    printf("%.20f|%g|%f|%f\n", narrow, -0.0, third / 0.0, -1e15);
    return 0;
}
