// expect: ok
// `x` may be read before it is written, `y` is not (C11 6.3.2.1p2).
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x;
    int c = __VERIFIER_nondet_int();
    int a = c ? 1 : x;
    int b = c ? 2 : x;
    if (!c && a != b)
        reach_error();
    return 0;
}
