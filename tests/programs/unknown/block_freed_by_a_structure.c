/* gcc passes the structure as its only member: the block is freed, and the next one may lie there. */
struct wrapped { void *block; };
void *malloc(unsigned long);
void free(struct wrapped);
void reach_error(void);
int main(void) {
    char *p = malloc(8);
    unsigned long last = (unsigned long)p;
    if (!p)
        return 0;
    free((struct wrapped){p});
    char *q = malloc(8);
    if (q && (unsigned long)q == last)
        reach_error();
    return 0;
}
