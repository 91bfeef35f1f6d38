// expect: library function
/* What was pushed back is read next (C11 7.21.7.10p2). */
#include <stdio.h>
void reach_error(void);
int main(void) {
    if (ungetc('q', stdin) == EOF) return 0;
    if (getchar() != 'q') reach_error();
    return 0;
}
