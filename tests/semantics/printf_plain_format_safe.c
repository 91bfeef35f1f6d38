// inputs:
// `printf` writes to what `%n` gets, and to nothing else (C11 7.21.6.1p8).
#include <stdio.h>

void reach_error(void);
int main(void) {
    int count = 9, other = 4;
    printf("%% %%n %d %p\n", other, (void *)&count);
    if (count != 9)
        reach_error();
    return 0;
}
