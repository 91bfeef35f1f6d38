// expect: ok
// None of these is a name that others use: no entry.
extern void reach_error(void);
static int __own(int x) {
    return x + 1;
}
void __VERIFIER_own(void) {
}
extern int __declared;
int main(void) {
    __VERIFIER_own();
    if (__own(1) != 2)
        reach_error();
    return 0;
}
