/* The standard tells the sign of the result only. */
#include <string.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[2] = "a";
    text[0] = (char)__VERIFIER_nondet_int();
    if (strcmp(text, "a") > 1)
        reach_error();
    return 0;
}
