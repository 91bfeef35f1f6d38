// expect: library function
/* At its end is a stream of which something was read (C11 7.21.7.1p3, 7.21.10.2). */
#include <stdio.h>
void reach_error(void);
int main(void) {
    if (feof(stdin) && getchar() != EOF) reach_error();
    return 0;
}
