// options: --arch ilp32
/* The library is asked for the lower half of the size. */
void *malloc(long long);
void reach_error(void);
int main(void) {
    if (malloc(0x100000008LL))
        reach_error();
    return 0;
}
