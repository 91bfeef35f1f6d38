// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A function gets a structure with a pointer of another type than the caller has in it (6.5.2.2p9; drivers do it). */
struct pair {
    int a;
    int b;
};
static struct pair s;
struct typed {
    int *p;
};
struct untyped {
    void *p;
};
static void set(struct typed x) { *x.p = 7; }
int main(void) {
    void (*f)(struct untyped) = (void (*)(struct untyped))set;
    struct untyped x = {&s};
    int one = 1;
    s.a = 1;
    f(x);
    check(s.a == 1);
    return 0;
}
