// expect: approximation
/* C11 7.22.3.5: the block holds what was moved there, and not what lay there before. */
#include <stdint.h>
#include <stdlib.h>
void reach_error(void);
struct s {
    int a;
    char c;
};
int main(void) {
    struct s *p = malloc(2000);
    if (!p)
        return 0;
    uintptr_t there = (uintptr_t)p;
    p->c = 7;
    struct s *s = malloc(16);
    if (!s)
        return 0;
    s->c = 5;
    free(p);
    struct s *r = realloc(s, 1984);
    if (r && (uintptr_t)r == there && r->c != 7)
        reach_error();
    return 0;
}
