// inputs:
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* Clearing a structure clears its padding, where a flexible array may begin (6.7.2.1p18). */
struct flexible {
    int n;
    char c;
    char d[];
};
static struct flexible x = {1, 2, {3, 4, 5, 6}}, y = {1, 3, {4, 5, 6, 7}};
int main(void) {
    struct flexible *p = &x;
    p->d[0] = 1;
    memset(p, 0, sizeof *p);
    check(p->c == 0);
    return 0;
}
