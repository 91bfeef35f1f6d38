// Masks that keep all bits of an address, and none.
extern void reach_error(void);

int main(void)
{
    int a = 42;
    unsigned long all = ~0ul, none = 0;
    if (*(int *)(all & (unsigned long)&a) != 42 || *(int *)(none | (unsigned long)&a) != 42 ||
        *(int *)(none ^ (unsigned long)&a) != 42)
        reach_error();
    return 0;
}
