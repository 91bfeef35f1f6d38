// inputs:
#include <math.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A library function writes an object whose bytes are looked at: modf, through its pointer. */
int main(void) {
    double whole;
    unsigned char *bytes = (unsigned char *)&whole;
    for (unsigned i = 0; i < sizeof whole; i++)
        bytes[i] = 0;
    modf(3.5, &whole);
    check(bytes[7] <= 255);
    return 0;
}
