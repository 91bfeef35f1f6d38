// inputs:
// What streams point to changes with output (C11 7.21.3), and nothing else does.
#include <stdio.h>

void reach_error(void);

int main(void)
{
    putchar('a');
    fflush(stdout);
    char *written = stdout->_IO_write_base;
    char before = *written, same = before;
    putchar('b');
    if (before != same)
        reach_error();
    return 0;
}
