// inputs: 0
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
struct word { int all; };
struct bytes { char b[4]; };
static struct word *w(unsigned long base) { return (struct word *)base; }
static struct bytes *c(unsigned long base) { return (struct bytes *)base; }
int main(void) {
    mmap((void *)0x10000000L, 4096, 3, 0x32, -1, 0);
    unsigned long base = 0x10000000L;
    w(base)->all = 5;
    c(base)->b[0] = 6;
    if (w(base)->all != 6)
        reach_error();
    return 0;
}
