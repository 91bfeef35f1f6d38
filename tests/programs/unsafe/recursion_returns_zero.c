/* The last activation writes 1. */
extern void reach_error(void);
int last = 20;
static int down(int i)
{
    if (i > 1) {
        last = --i;
        down(i);
    }
    return 0;
}
int main(void)
{
    down(5);
    if (last != 0)
        reach_error();
    return 0;
}
