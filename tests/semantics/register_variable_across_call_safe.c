// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int seven(void) {
    return 7;
}
int main(void) {
    register int x;
    x = __VERIFIER_nondet_int() & 1;
    seven();
    if (x == 7)
        reach_error();
    return 0;
}
