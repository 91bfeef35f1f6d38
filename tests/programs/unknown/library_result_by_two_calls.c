// expect: library function
/* The environment does not change: also where one place in the program asks for it twice. */
#include <stdlib.h>
void reach_error(void);
static int verbose(void) { return getenv("VERBOSE") != 0; }
int main(void) {
    int opened = 0;
    if (verbose())
        opened = 1;
    if (verbose() && !opened)
        reach_error();
    return 0;
}
