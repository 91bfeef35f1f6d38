// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}
void *memset(void *, int, __SIZE_TYPE__);

/* What is filled is a number without bits that are known (`long double`); what lies over
   its bytes changes all the same. */
union number {
    int i;
    long double d;
};

static union number first, second, *p = &first, *q = &second;

int main(void) {
    p->i = 1;
    q->i = 2;
    memset(&p->d, 3, sizeof p->d);
    check(q->i == 2);
    return 0;
}
