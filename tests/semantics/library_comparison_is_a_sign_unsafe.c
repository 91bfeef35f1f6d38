// inputs: 99
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char text[2] = "a";
    text[0] = (char)in();
    if (text[0] > 'a')
        check(strcmp(text, "a") < 0);
    return 0;
}
