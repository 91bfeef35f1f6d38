// inputs: 0
// Padding lies over numbers at an address that is a number.
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
int main(void) {
    mmap((void *)0x10000000L, 4096, 3, 0x32, -1, 0);
    int *p = (int *)0x10000000L;
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
    return 0;
}
