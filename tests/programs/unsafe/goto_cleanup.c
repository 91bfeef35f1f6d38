/* The wrong label leaks what was taken first. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int a, b;
static int get(int *what)
{
    if (__VERIFIER_nondet_int())
        return -1;
    *what = 1;
    return 0;
}
int main(void)
{
    if (get(&a))
        goto out;
    if (get(&b))
        goto out;
    b = 0;
put_a: (void)0;
    a = 0;
out:
    if (a || b)
        reach_error();
    return 0;
}
