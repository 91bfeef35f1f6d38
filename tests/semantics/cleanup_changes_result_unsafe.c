// inputs:
// The value of `return` is computed before clean-up functions run, what they change is seen later.
extern void reach_error(void);
static int n;
static void add(int *p) { n += *p; }
static int before(void) { int x __attribute__((cleanup(add))) = 3; return n; }
int main(void)
{
    if (before() != 3 || n != 3)
        reach_error();
    return 0;
}
