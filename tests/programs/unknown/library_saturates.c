// expect: library function
// glibc never yields these, though the standard would let it.
#include <stdlib.h>
#include <string.h>
void reach_error(void);
int main(void)
{
    char s[2] = "a";
    if (atoi("4294967297") == 0 || atol("9223372036854775808") == 0 || strcmp(s, "c") == -1)
        reach_error();
    return 0;
}
