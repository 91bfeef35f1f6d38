// inputs: 0
// Padding lies over numbers in memory that somebody else hands out.
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
struct padded {
    int a;
} __attribute__((aligned(8)));
struct padded from;
int main(void) {
    int *p = mmap(0, 4096, 3, 0x22, -1, 0);
    p[1] = 1;
    *(struct padded *)p = from;
    if (p[1] != 1)
        reach_error();
    return 0;
}
