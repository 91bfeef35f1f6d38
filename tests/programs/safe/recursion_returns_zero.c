/* Recursion is not unwound: its end says what all calls return and write. */
extern void reach_error(void);
int last = 20;
static int down(int i)
{
    if (i > 0) {
        last = --i;
        down(i);
    }
    return 0;
}
static int zero(int x)
{
    if (x)
        return zero(x - 1);
    return x;
}
int main(void)
{
    if (zero(1000))
        reach_error();
    down(2500);
    if (last != 0)
        reach_error();
    return 0;
}
