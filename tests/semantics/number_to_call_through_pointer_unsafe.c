// inputs: 0
// Functions behind pointers get numbers as addresses.
void reach_error(void);
void *mmap(unsigned long, unsigned long, int, int, int, long);
struct a { int x; };
struct b { int y; };
static void fa(struct a *p) { p->x = 5; }
static void fb(struct b *p) { p->y = 6; }
static int ga(struct a *p) { return p->x; }
void (*pfa)(struct a *) = fa;
void (*pfb)(struct b *) = fb;
int (*pga)(struct a *) = ga;
int main(void) {
    mmap(0x10000000L, 4096, 3, 0x32, -1, 0);
    pfa((struct a *)0x10000000L);
    pfb((struct b *)0x10000000L);
    if (pga((struct a *)0x10000000L) == 6)
        reach_error();
    return 0;
}
