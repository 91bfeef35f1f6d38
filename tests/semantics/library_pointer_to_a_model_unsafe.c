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
    size_t (*length)(const char *) = strlen;
    const char *text = in() ? "" : "abc";
    check(length(text) == 0);
    return 0;
}
