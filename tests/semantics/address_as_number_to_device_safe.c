// inputs:
// `ioctl` gets addresses as numbers.
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int ioctl(int, unsigned long, ...);
int pipe(int *);
static short name[8];
static int ends[2];
int main(void) {
    pipe(ends);
    name[0] = 1;
    ioctl(ends[0], 0x541b, (unsigned long)name);
    name[0] = 1;
    check(name[0] == 1);
    return 0;
}
