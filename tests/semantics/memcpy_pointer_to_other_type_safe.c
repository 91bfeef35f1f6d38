// inputs:
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A copied pointer points to the same object as another type (6.5p6, 7.24.2.1). */
struct pair {
    int a;
    int b;
};
static struct pair s;
int main(void) {
    int *p;
    void *v = &s;
    int one = 1;
    memcpy(&p, &v, sizeof p);
    s.a = 1;
    *p = 7;
    check(one == 1);
    return 0;
}
