// inputs:
// C11 6.2.5p13: the part that a pointer changes.
#include <complex.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}
static double complex constant = 1.0 + 2.0 * I;
static double complex array[2] = {3.0, 4.0i};
static struct {
    char c;
    float complex z;
} member = {1, 5.0f + 6.0fi};

int main(void) {
    double complex z = 3.0 + 2.0 * I, *p = &z;
    double *part = (double *)p;
    check(creal(constant) == 1.0 && cimag(constant) == 2.0);
    check(__real__ array[0] == 3.0 && __imag__ array[0] == 0.0);
    check(__real__ array[1] == 0.0 && __imag__ array[1] == 4.0);
    check(__real__ member.z == 5.0f && __imag__ member.z == 6.0f);
    check(sizeof z == 16 && sizeof(float complex) == 8);
    __real__ z = 7.0;
    check(part[0] == 7.0 && part[1] == 2.0);
    part[1] = 8.0;
    check(__imag__ *p == 8.0 && cimag(conj(z)) == -8.0);
    __imag__(*p) = 9.0;
    check(__imag__ (*p) != 8.0 && __real__ (z) + 1 == 8.0 && (__imag__ (z) && 1));
    check(__real__ (z) * 2.0 == 14.0 && -__imag__ (z) - 1.0 == -10.0);
    check(z == 7.0 + 8.0i);
    return 0;
}
