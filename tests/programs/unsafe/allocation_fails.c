/* Null pointers and arbitrary contents are possible, however unlikely. */
void reach_error(void);
void *malloc(unsigned long);
int main(void) {
    int x = 1, *r = &x;
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!q) return 0;
    *q = 5;
    if (p && *p == 17 && *q == 5 && *r == 1) reach_error();
    return 0;
}
