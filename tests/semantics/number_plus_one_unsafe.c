// inputs: 0
// Pointers that are moved from a number may be the same.
void reach_error(void);
void *mmap(unsigned long, unsigned long, int, int, int, long);
struct a { int x; };
struct b { int y; };
int main(void) {
    mmap(0x10000000L, 4096, 3, 0x32, -1, 0);
    struct a *p = (struct a *)0x10000000L + 1;
    struct b *q = (struct b *)0x10000000L + 1;
    p->x = 5;
    q->y = 6;
    if (p->x == 6)
        reach_error();
    return 0;
}
