/* As its neighbour in safe, but the second block is not always new. */
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    int *p, *q;
    q = p = malloc(sizeof(int));
    __VERIFIER_assume(p != 0);
    *p = 2;
    if (__VERIFIER_nondet_int()) p = malloc(sizeof(int));
    __VERIFIER_assume(p != 0);
    *p = 3;
    if (*q != 2 || *p != 3) reach_error();
    return 0;
}
