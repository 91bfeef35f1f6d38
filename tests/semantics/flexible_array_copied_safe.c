// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A copy of a structure copies its padding, where a flexible array may begin (6.7.2.1p18). */
struct flexible {
    int n;
    char c;
    char d[];
};
static struct flexible x = {1, 2, {3, 4, 5, 6}}, y = {1, 3, {4, 5, 6, 7}};
int main(void) {
    struct flexible *p = &x, *q = &y;
    p->d[0] = 1;
    q->d[0] = 2;
    *p = *q;
    check(p->c == 3);
    return 0;
}
