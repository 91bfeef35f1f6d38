// inputs:
// What reads from a stream changes the stream, and not the bytes of other objects (C11 7.21.7).
#include <stdio.h>
#include <string.h>

void reach_error(void);

int main(void)
{
    char bytes[4];
    int number = 0x01020304, sum = 0;
    memcpy(bytes, &number, sizeof number);
    for (int i = 0; i < 4; i++) {
        int c = i % 2 ? getc(stdin) : fgetc(stdin);
        if (c == EOF && feof(stdin))
            clearerr(stdin);
        sum += bytes[i];
    }
    if (sum != 10)
        reach_error();
    return 0;
}
