// Two negative numbers differ in as many bits as they like: only one of them has a sign that says
// something of the other bits.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x <= 63 && y <= 30 && (x ^ y) > 63)
        reach_error();
    return 0;
}
