// expect: library function
/* glibc's function does not return if the status is not 0; another one may. */
#include <error.h>
void reach_error(void);
int main(void) {
    error(1, 0, "no");
    reach_error();
    return 0;
}
