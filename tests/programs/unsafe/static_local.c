/* Expects one too many. */
extern void reach_error(void);
static int next(void)
{
    static int n = 4;
    return n++;
}
int main(void)
{
    next();
    if (next() != 6)
        reach_error();
    return 0;
}
