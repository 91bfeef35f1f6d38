// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
struct pair { short first; long second; };
int main(void) {
    struct pair *p = malloc(sizeof *p), *q;
    if (!p) return 0;
    p->first = 5;
    p->second = 6;
    free(p);
    q = calloc(1, sizeof *q);
    if (!q) return 0;
    check(q->first == 0 && q->second == 0);
    return 0;
}
