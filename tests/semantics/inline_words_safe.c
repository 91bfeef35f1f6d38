// inputs:
// after: units/inline_words.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include "units/inline_words.h"
const char *there(int on);
int coded(struct words *w);
int main(void) {
    struct words last = {{2}, 0}, w = {{1}, &last};
    word three = {3};
    check(named(0)[0] == 'n' && there(1)[2] == 's' && coded(&w) == 12 && code(&w, three) == 13);
    return 0;
}
