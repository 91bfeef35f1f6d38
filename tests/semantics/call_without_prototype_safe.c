// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* Without a prototype, arguments are not converted to the parameters' types (6.5.2.2p6). */
struct pair {
    int a;
    int b;
};
static struct pair s;
static void set();
int main(void) {
    s.a = 1;
    set(&s);
    check(s.a == 7);
    return 0;
}
static void set(p) int *p; { *p = 7; }
