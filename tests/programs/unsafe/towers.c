/* Two recursive calls in one function, which end in what comes before them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int moves;
static void carry(int n, int from, int to, int spare)
{
    if (n == 0)
        return;
    carry(n - 1, from, spare, to);
    moves++;
    carry(n - 1, spare, to, from);
}
int main(void)
{
    carry(3, 0, 1, 2);
    if (moves != 8)
        reach_error();
    return 0;
}
