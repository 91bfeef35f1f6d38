#include <stdio.h>

union view { unsigned number; unsigned char bytes[4]; struct { unsigned short low, high; } halves; };
struct flags { unsigned a : 3, b : 7; volatile int c; };

int main(void)
{
    union view v = {0x12345678};
    struct flags f = {5, 100, 7};
    unsigned char *bytes = (unsigned char *)&f;
    v.bytes[1] = 0xff;
    printf("%x %x %x\n", v.number, v.halves.low, bytes[0]);
    bytes[4] = 9;
    for (unsigned i = 0; i < sizeof f; i++)
        printf("%02x", bytes[i]);
    printf(" %d\n", f.c);
    return 0;
}
