// A function that only has the name of one that sends signals.
extern int raise(int level, int by);
extern void reach_error(void);
int main(void)
{
    if (raise(1, 2) == 3)
        reach_error();
    return 0;
}
