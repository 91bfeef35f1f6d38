/* That the second block lies apart from the first, and what the first holds, no condition of the
   program says: predicates come from the state. */
#include <stdlib.h>
extern void __VERIFIER_assume(int);
void reach_error(void);
int main(void) {
    int *p, *q;
    q = p = malloc(sizeof(int));
    __VERIFIER_assume(p != 0);
    *p = 2;
    p = malloc(sizeof(int));
    __VERIFIER_assume(p != 0);
    *p = 3;
    if (*q != 2 || *p != 3) reach_error();
    return 0;
}
