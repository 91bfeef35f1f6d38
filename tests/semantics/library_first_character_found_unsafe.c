// inputs: 97
#include <string.h>
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    char text[4] = "xax";
    text[0] = (char)in();
    char *found = strchr(text, 'a');
    check(found != text);
    return 0;
}
