// inputs: 0
// What lies behind a number may be reached from another pointer.
void reach_error(void);
void *mmap(unsigned long, unsigned long, int, int, int, long);
struct device { int status, control; };
int main(void) {
    mmap(0x10000000L, 4096, 3, 0x32, -1, 0);
    struct device *d = (struct device *)0x10000000L;
    d->control = 5;
    ((int *)0x10000000L)[1] = 6;
    if (d->control == 6)
        reach_error();
    return 0;
}
