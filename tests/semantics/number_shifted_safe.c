// inputs: 0
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
struct a {
    int x;
};
struct b {
    int y;
};
int main(void) {
    mmap((void *)0x10000000L, 4096, 3, 0x32, -1, 0);
    unsigned long page = 0x100, at = page << 20;
    struct a *p = (struct a *)at;
    struct b *q = (struct b *)at;
    p->x = 5;
    q->y = 6;
    if (p->x != 6)
        reach_error();
    return 0;
}
