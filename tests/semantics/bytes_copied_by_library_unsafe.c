// inputs:
void reach_error(void);
#include <strings.h>
struct pair { int first, second; };
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct pair pair = {1, 2}, *from = &pair;
    int *to;
    bcopy(&from, &to, sizeof from);
    *to = 7;
    check(pair.first != 7);
    return 0;
}
