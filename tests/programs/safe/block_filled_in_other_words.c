/* Types that are passed as the library's are. */
void *memset(void *, long, void *);
void *memcpy();
void *malloc(unsigned);
void free(unsigned long);
void reach_error(void);
int main(void) {
    int a[4] = {1, 1, 1, 1}, b[4];
    memset(a, 0, (void *)8);
    memcpy(b, a, sizeof a);
    if (b[1] != 0 || b[2] != 1)
        reach_error();
    int *block = malloc(sizeof(int));
    if (!block)
        return 0;
    *block = 1;
    if (*block != 1 || a[1] != 0)
        reach_error();
    free((unsigned long)block);
    return 0;
}
