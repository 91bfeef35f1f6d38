/* What glibc yields where the standard says nothing: the nearest number, and of that the last bits;
   the difference of the bytes that are not the same. */
#include <stdlib.h>
#include <string.h>
void reach_error(void);
int main(void)
{
    char s[2] = "a";
    if (atoi("4294967297") == 1 && atoi("99999999999999999999") == -1 &&
        atol("-99999999999999999999") < -9223372036854775807 && strcmp(s, "c") == -2)
        reach_error();
    return 0;
}
