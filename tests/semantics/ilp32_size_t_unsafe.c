// inputs: -1
// options: --arch ilp32
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int in(void) { return __VERIFIER_nondet_int(); }
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    int x = in();
    if (x == -1) check((sizeof(int) + x) == 3u + 1 && sizeof(void *) == 4 && sizeof(long long) == 8);
    return 0;
}
