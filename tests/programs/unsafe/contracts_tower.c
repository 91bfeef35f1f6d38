// options: --inline-limit 1000
/* Each level calls the next one twice: inlined, the last would be there 2^8 times. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int held;
static void level_8(int n)
{
    if (held)
        reach_error();
    held = 1;
    if (n > 3)
        return;
    held = 0;
}
static void level_7(int n)
{
    level_8(n);
    if (__VERIFIER_nondet_int())
        level_8(n + 1);
}
static void level_6(int n)
{
    level_7(n);
    if (__VERIFIER_nondet_int())
        level_7(n + 1);
}
static void level_5(int n)
{
    level_6(n);
    if (__VERIFIER_nondet_int())
        level_6(n + 1);
}
static void level_4(int n)
{
    level_5(n);
    if (__VERIFIER_nondet_int())
        level_5(n + 1);
}
static void level_3(int n)
{
    level_4(n);
    if (__VERIFIER_nondet_int())
        level_4(n + 1);
}
static void level_2(int n)
{
    level_3(n);
    if (__VERIFIER_nondet_int())
        level_3(n + 1);
}
static void level_1(int n)
{
    level_2(n);
    if (__VERIFIER_nondet_int())
        level_2(n + 1);
}
static void level_0(int n)
{
    level_1(n);
    if (__VERIFIER_nondet_int())
        level_1(n + 1);
}
int main(void)
{
    level_0(0);
    if (held)
        reach_error();
    return 0;
}
