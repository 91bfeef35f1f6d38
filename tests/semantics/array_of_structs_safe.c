// inputs: 2
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct t { int a; int b; } v[3];
    int i, k = in();
    for (i = 0; i < 3; i++) { v[i].a = i; v[i].b = -i; }
    if (k >= 0 && k < 3) { v[k].b = 7; check(v[1].a == 1 && (v[2].b == -2 || k == 2)); }
    return 0;
}
