// expect: library function
/* What is pushed back is what `ungetc` yields, if it can be (C11 7.21.7.10). */
#include <stdio.h>
void reach_error(void);
int main(void) {
    if (ungetc('a', stdin) == 'b') reach_error();
    return 0;
}
