// expect: library function
// A program that gives `time` another type learns nothing of what it stores.
extern int time(long *);
extern void reach_error(void);

int main(void)
{
    long stored = 0;
    int returned = time(&stored);

    if (returned != stored)
        reach_error();
    return 0;
}
