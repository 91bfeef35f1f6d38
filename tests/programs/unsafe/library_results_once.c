/* One call yields what it may: nothing has been said about it before. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void reach_error(void);
int main(void) {
    srand(1);
    if (getuid() != 0 && getchar() == 'q' && rand() == 3) reach_error();
    return 0;
}
