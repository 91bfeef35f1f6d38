// inputs: 1
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

static struct { unsigned long long f : 40; } s;

int main(void) {
    s.f = (unsigned long long)in() << 39;
    check(s.f + s.f == 0 || s.f != 1ULL << 39);
    return 0;
}
