// expect: library function
/* C11 7.21.7.3p3: the character, or EOF. */
#include <stdio.h>
void reach_error(void);
int main(void) {
    if (putc('a', stdout) == 'b' || putchar('a') == 'b')
        reach_error();
    return 0;
}
