// expect: main
int helper(void)
{
    return 0;
}
