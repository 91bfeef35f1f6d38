// inputs: 9
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct { unsigned a : 3; } s;
    int x = in();
    if (x == 9) { int v = (s.a = x); check(v == 9); }
    return 0;
}
