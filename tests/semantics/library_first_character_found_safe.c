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
    char text[4] = "xbx";
    text[0] = (char)in();
    char *found = strchr(text, 'b');
    check(found == 0 || found == text || found == text + 1);
    return 0;
}
