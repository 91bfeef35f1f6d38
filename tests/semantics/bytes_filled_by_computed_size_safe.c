// inputs: 5
void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include <string.h>
int main(void) {
    int a[3] = {1, 2, 3}, n = __VERIFIER_nondet_int();
    unsigned char *c = (unsigned char *)a;
    if (n < 5 || n > 8)
        return 0;
    memset(c, 0xff, n);
    check(a[0] == -1 && a[2] == 3 && (a[1] & 0xff) == 0xff);
    return 0;
}
