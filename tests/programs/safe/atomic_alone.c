/* Nobody else changes the objects: nobody else runs, or knows the local variable. */
#include <stdio.h>
void reach_error(void);
static _Atomic int shared = 1;

int main(void)
{
    _Atomic int own = shared;
    own += ++shared;
    printf("%d\n", own);
    if (own != 3 || shared != 2)
        reach_error();
    return 0;
}
