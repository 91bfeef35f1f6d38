// expect: ok
// More calls than something is said about: an allocator yields any address.
void *malloc(unsigned long);
void reach_error(void);
int main(void) {
    char *p = malloc(1), *q = malloc(2);
    malloc(3), malloc(4), malloc(5), malloc(6), malloc(7), malloc(8), malloc(9);
    if (p && p == q)
        reach_error();
    return 0;
}
