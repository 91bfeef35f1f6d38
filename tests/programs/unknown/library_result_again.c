// expect: library function
/* Whose process it is does not change. */
#include <unistd.h>
void reach_error(void);
int main(void) {
    if (getpid() != getpid()) reach_error();
    return 0;
}
