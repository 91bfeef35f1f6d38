// expect: ok
/* gcc finds out from values which object a number points to, not from branches: the ledger says so. */
void reach_error(void);

static int same(unsigned long a, unsigned long b) { return a == b; }

int main(void)
{
    int x = 1, y = 2;
    unsigned long to = (unsigned long)&y, n = (unsigned long)&x;
    while (n < to)
        n += 4;
    if (same(n, to)) {
        *(int *)n = 9;
        if (y != 9)
            reach_error();
    }
    return 0;
}
