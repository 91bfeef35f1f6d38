// inputs: 3
// options: --arch ilp32
int __VERIFIER_nondet_int(void);
void reach_error(void);
// What i386 prefers for 8 bytes is not what it gives to members, also where parentheses stand around the operator.
int main(void) {
    int x = __VERIFIER_nondet_int() & 1;
    int preferred = x + (__alignof__(long long)), given = x + (_Alignof(long long));
    if (preferred == x + 8 && given == x + 4)
        reach_error();
    return 0;
}
