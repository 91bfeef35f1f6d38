/* What a block is filled with is known, although proofs do without it. */
void reach_error(void);
void *memset(void *, int, unsigned long);
static void clear(void *p, unsigned long size) { memset(p, 0, size); }
int main(void) {
    int a[3] = { 1, 2, 3 };
    clear(&a[1], 4);
    if (a[1] == 0 && a[2] == 3) reach_error();
    return 0;
}
