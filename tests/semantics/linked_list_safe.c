// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct node { int v; struct node *next; };
int main(void) {
    struct node b = { 2, 0 }, a = { 1, &b }, *p = &a;
    int n = 0;
    while (p) { n += p->v; p = p->next; }
    check(n == 3);
    return 0;
}
