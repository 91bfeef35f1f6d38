// inputs: 0
// imprecise: with a call of `mmap`, memory is not made of bytes
void reach_error(void);
void *mmap(void *, unsigned long, int, int, int, long);
int main(void) {
    unsigned char *bytes = (unsigned char *)0x10000000L;
    mmap((void *)0x10000000L, 4096, 3, 0x32, -1, 0);
    *bytes = 1;
    *(volatile unsigned *)0x10000000L = 0x202;
    if (*bytes != 2)
        reach_error();
    return 0;
}
