/* A bounded counter. */
extern void reach_error(void);
int main(void)
{
    int i = 0, n = 10;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
    return 0;
}
