// The mask removes the lowest bits: of three bytes in a row, two get the same address.
extern void reach_error(void);

int main(void)
{
    char a[3] = {0, 0, 0};
    unsigned long mask = ~1ul;
    unsigned long first = mask & (unsigned long)&a[0], last = mask & (unsigned long)&a[2];
    unsigned long middle = mask & (unsigned long)&a[1];
    if (first == middle || middle == last)
        reach_error();
    return 0;
}
