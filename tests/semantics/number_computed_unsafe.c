// inputs: 0
// Numbers that are computed may be the same address.
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
struct a { int x; };
struct b { int y; };
#define BASE 0x10000000UL
int main(void) {
    mmap((void *)BASE, 8192, 3, 0x32, -1, 0);
    for (int i = 0; i < 2; i++) {
    struct a *p = (struct a *)(BASE + i * 16);
    struct b *q = (struct b *)(BASE + i * 16);
    p->x = 5;
    q->y = 6;
    if (p->x == 6)
        reach_error();
    }
    return 0;
}
