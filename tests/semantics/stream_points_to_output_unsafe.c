// inputs:
// What streams point to changes with output (C11 7.21.3), where the program looks at it.
#include <stdio.h>

void reach_error(void);

int main(void)
{
    putchar('a');
    fflush(stdout);
    char *written = stdout->_IO_write_base;
    char before = *written;
    putchar('b');
    if (before != *written)
        reach_error();
    return 0;
}
