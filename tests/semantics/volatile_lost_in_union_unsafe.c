// inputs: 0
// What was a pointer to something volatile is none any more in a union.
void reach_error(void);
void *mmap(unsigned long, unsigned long, int, int, int, long);
struct a { int x; };
struct b { int y; };
union A { volatile struct a *v; struct a *p; };
union B { volatile struct b *v; struct b *p; };
int main(void) {
    mmap(0x10000000L, 4096, 3, 0x32, -1, 0);
    asm("");
    union A a = { (volatile struct a *)0x10000000L };
    union B b = { (volatile struct b *)0x10000000L };
    struct a *p = a.p;
    struct b *q = b.p;
    p->x = 5;
    q->y = 6;
    if (p->x == 6)
        reach_error();
    return 0;
}
