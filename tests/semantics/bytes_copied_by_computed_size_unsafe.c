// inputs: 4
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include <string.h>
int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4}, n = __VERIFIER_nondet_int();
    unsigned char *c = (unsigned char *)a;
    if (n < 3 || n > 4)
        return 0;
    memcpy(c, b, n);
    check(a[0] == 1 || a[1] == 4);
    return 0;
}
