// inputs:
// C11 7.22.3.5: a block keeps its contents, though nothing else accesses all of its members.
#include <stdlib.h>
void reach_error(void);
struct s {
    short a;
    char c;
    int b;
};
int main(void) {
    struct s *s = malloc(sizeof *s);
    if (!s)
        return 0;
    s->c = 3;
    s = realloc(s, sizeof *s * 4);
    if (s && s->c != 3)
        reach_error();
    return 0;
}
