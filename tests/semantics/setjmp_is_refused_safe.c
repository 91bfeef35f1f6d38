// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#include <setjmp.h>
static jmp_buf buf;
int main(void) {
    volatile int n = 0;
    if (setjmp(buf) == 0) {
        n = 1;
        longjmp(buf, 1);
    }
    check(n == 1);
    return 0;
}
