// expect: ok
// Nothing is read before it is written: the ledger is empty.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int choose(int c)
{
    int y;
    if (c)
        y = 1;
    else
        y = 2;
    return y;
}
int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (choose(c) == 3)
        reach_error();
    return 0;
}
