// Whatever happens, the error is reached: no step is worth showing.
extern void reach_error(void);

int main(void)
{
    if (sizeof(long) > 1)
        reach_error();
    return 0;
}
