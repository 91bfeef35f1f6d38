// inputs:
// C11 7.22.3.5: a block keeps its contents, members that nothing else accesses too.
#include <stdlib.h>
void reach_error(void);
struct s {
    short a;
    char c;
    int b;
};
int main(void) {
    struct s *s = calloc(1, sizeof *s);
    if (!s)
        return 0;
    s->c = 3;
    s = realloc(s, sizeof *s * 4);
    if (s && (s->c != 3 || s->b != 0))
        reach_error();
    return 0;
}
