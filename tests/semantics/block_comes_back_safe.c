// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(unsigned long);
void free(void *);
int main(void) {
    char *p = malloc(24);
    unsigned long old = (unsigned long)p;
    if (!p)
        return 0;
    free(p);
    char *q = malloc(24);
    if (!q)
        return 0;
    check((unsigned long)q == old || (unsigned long)q != old);
    return 0;
}
