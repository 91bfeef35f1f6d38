// expect: library function
/* The same seed, the same numbers (C11 7.22.2.2p2). */
#include <stdlib.h>
void reach_error(void);
int main(void) {
    srand(1);
    int first = rand();
    srand(1);
    if (rand() != first) reach_error();
    return 0;
}
