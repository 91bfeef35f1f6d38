// inputs:
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

#line 20 "grammar.h"
static int last(int x) { return x + 2; }
static int first(x) int x;
{
    int (*p)(int) = last;
    return p(x);
}
int between;
#line 20 "main.c"
int main(void) {
    check(first(1) == 4);
    return 0;
}
