// expect: ok
// gcc takes addresses not to wrap around, also with -fwrapv: `p + n > p` is true. Nothing is
// accessed here, and no object lives in memory.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = (char *)(long)(n - 4);
    if (n == 3 && p + n > p)
        reach_error();
    return 0;
}
