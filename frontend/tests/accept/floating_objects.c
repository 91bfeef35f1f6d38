// expect: ok
// Floating values are in no memory map. What an index beyond the array writes is beside it.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static float values[2];
static int x = 1;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    values[n] = 1;
    if (x != 1)
        reach_error();
    return 0;
}
