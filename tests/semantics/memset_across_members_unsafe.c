// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* From one member on to the next ones. */
void *memset(void *, int, unsigned long);
struct s {
    int a;
    int b;
    char c[20];
};
int main(void) {
    struct s s = { 1, 2, { 3 } };
    memset(&s.a, 0, sizeof s);
    check(s.b == 2);
    return 0;
}
