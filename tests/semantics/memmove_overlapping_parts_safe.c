// inputs:
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* All of the old values are read before the first is overwritten (7.24.2.2p2). */
struct pair {
    int a;
    int b;
};
int main(void) {
    int x[3] = {1, 2, 3};
    struct pair *to = (struct pair *)&x[1], *from = (struct pair *)&x[0];
    memmove(to, from, sizeof *to);
    check(x[1] == 1 && x[2] == 2);
    return 0;
}
