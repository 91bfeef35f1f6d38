// expect: library function
#include <fenv.h>

extern void reach_error(void);

int main(void) {
    if (fesetround(FE_UPWARD) != 0)
        reach_error();
    return 0;
}
