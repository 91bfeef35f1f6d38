// expect: ok
// No object lives in memory, and no address is computed: the ledger is empty.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int x = 1;
static struct { int a, b; } s;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    s.b = n;
    if (x != 1 || s.a != 0)
        reach_error();
    return 0;
}
