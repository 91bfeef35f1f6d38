// expect: ok
// Without functions for directories, `glob` runs none of the program.
extern void reach_error(void);
int glob(const char *, int, int (*)(const char *, int), void *);
int main(void) {
    static long found[16];
    if (glob("*", 1 << 2, 0, found) && 0)
        reach_error();
    return 0;
}
