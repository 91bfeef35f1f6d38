/* A static local keeps its value between calls and starts with its initialiser. */
extern void reach_error(void);
static int next(void)
{
    static int n = 4;
    return n++;
}
int main(void)
{
    next();
    if (next() != 5)
        reach_error();
    return 0;
}
