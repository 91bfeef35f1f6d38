// inputs:
// imprecise: the front end refuses it
// gcc runs no clean-up function where assembly leaves the scope.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

static int g;
static void leave(int *p) { g = *p; }
int main(void) {
    {
        __attribute__((cleanup(leave))) int x = 1;
        asm goto("jmp %l0" : : : : out);
        g = 5;
    }
out:
    check(g == 0);
    return 0;
}
