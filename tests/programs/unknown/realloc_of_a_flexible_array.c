// expect: approximation
/* C11 7.22.3.5: elements behind the structure move, too; they are not followed. */
#include <stdlib.h>
void reach_error(void);
struct s {
    int count;
    int elements[];
};
int main(void) {
    struct s *s = malloc(sizeof *s + 8);
    if (!s)
        return 0;
    s->elements[1] = 5;
    s = realloc(s, sizeof *s + 16);
    if (s && s->elements[1] != 5)
        reach_error();
    return 0;
}
