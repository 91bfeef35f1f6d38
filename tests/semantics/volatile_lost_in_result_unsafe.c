// inputs: 0
// What was a pointer to something volatile is none any more in the result of a call.
void reach_error(void);
void *mmap(unsigned long, unsigned long, int, int, int, long);
struct a { int x; };
struct b { int y; };
static volatile struct a *ra(void) { return (volatile struct a *)0x10000000L; }
static volatile struct b *rb(void) { return (volatile struct b *)0x10000000L; }
int main(void) {
    mmap(0x10000000L, 4096, 3, 0x32, -1, 0);
    struct a *p = (struct a *)ra();
    struct b *q = (struct b *)rb();
    p->x = 5;
    q->y = 6;
    if (p->x == 6)
        reach_error();
    return 0;
}
