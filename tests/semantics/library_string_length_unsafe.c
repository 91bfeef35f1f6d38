// inputs: 0
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char text[4] = "abc";
    int at = in();
    if (at >= 0 && at < 4)
        text[at] = 0;
    check(strlen(text) >= 1);
    return 0;
}
