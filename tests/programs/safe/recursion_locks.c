/* Mutual recursion that gives a lock back before it goes deeper. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int locked;
static void lock(void)
{
    if (locked)
        reach_error();
    locked = 1;
}
static void unlock(void)
{
    if (!locked)
        reach_error();
    locked = 0;
}
static void visit(int n);
static void work(int n)
{
    lock();
    if (__VERIFIER_nondet_int()) {
        unlock();
        visit(n - 1);
        lock();
    }
    unlock();
}
static void visit(int n)
{
    if (n <= 0)
        return;
    work(n);
    if (__VERIFIER_nondet_int())
        visit(n - 2);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    visit(n > 8 ? 8 : n);
    lock();
    unlock();
    return 0;
}
