// inputs:
#include <math.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* The same of an object that has no value in the model. */
int main(void) {
    long double whole;
    unsigned char *bytes = (unsigned char *)&whole;
    for (unsigned i = 0; i < sizeof whole; i++)
        bytes[i] = 0;
    modfl(3.5L, &whole);
    check(bytes[9] == 0);
    return 0;
}
