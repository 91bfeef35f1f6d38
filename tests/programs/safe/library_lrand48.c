// POSIX: at least 0, less than 2^31.
extern void reach_error(void);
extern long lrand48(void);
int main(void) {
    long n = lrand48();
    if (n < 0 || n > 0x7fffffff)
        reach_error();
    return 0;
}
