// expect: null pointer
void reach_error(void);
static int sum(int n, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int x = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return n > 0 ? sum(n - 1, x) : x;
}
int main(void)
{
    if (sum(1, 5) != 5)
        reach_error();
    return 0;
}
