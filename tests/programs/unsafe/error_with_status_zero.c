/* It returns then. */
#include <error.h>
void reach_error(void);
int main(void) {
    error(0, 0, "yes");
    reach_error();
    return 0;
}
