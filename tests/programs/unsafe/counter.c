/* The bound is overshot. */
extern void reach_error(void);
int main(void)
{
    int i = 0, n = 3;
    while (i <= n)
        i++;
    if (i == n + 1)
        reach_error();
    return 0;
}
