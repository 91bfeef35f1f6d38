// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A pointer to the first member, and the size of all of them. */
void *memset(void *, int, unsigned long);
struct s {
    int a;
    int b;
    char c[20];
};
int main(void) {
    struct s s = { 1, 2, { 3 } };
    int *p = &s.a;
    memset(p, 0, sizeof s);
    check(s.a == 0 || s.a != 0);
    return 0;
}
